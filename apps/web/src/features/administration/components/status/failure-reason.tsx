import { failureSentence } from '@minga/contract/failure-sentences';
import classes from './status-table.module.css';

/** The reason of a failure in Spanish, and the original code for administrators. */
export const FailureReason = ({ failure }: { failure: string | null }) =>
  failure === null ? (
    <span className={classes.none}>No se sabe</span>
  ) : (
    <span>
      <span>{failureSentence(failure) ?? 'Falló por un problema del programa'}</span>
      <code lang="en" className={classes.code}>
        {failure}
      </code>
    </span>
  );
