import { failureText } from './failure-text.ts';
import classes from './status-table.module.css';

/** Why something failed: for people, and as the machine put it, for who is to mend it. */
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
