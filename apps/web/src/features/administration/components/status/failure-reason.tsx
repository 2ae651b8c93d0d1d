import { failureText } from './failure-text.ts';
import classes from './status-table.module.css';

/** The reason of a failure in Spanish, and the original code for administrators. */
export const FailureReason = ({ failure }: { failure: string | null }) =>
  failure === null ? (
    <span className={classes.none}>No se sabe</span>
  ) : (
    <span>
      {failureText(failure)}
      <code lang="en" className={classes.code}>
        {failure}
      </code>
    </span>
  );
