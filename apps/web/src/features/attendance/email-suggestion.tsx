import { emailSuggestion } from '../../lib/attendance/email-suggestion.ts';
import classes from './attendance.module.css';

interface Props {
  readonly email: string;
  readonly onAccept: (suggestion: string) => void;
}

/** '¿Quisiste decir gmail.com?' below the field of an address with a mistyped domain. */
export function EmailSuggestion({ email, onAccept }: Props) {
  const suggestion = emailSuggestion(email);
  if (suggestion === null) return null;
  return (
    <p className={classes.suggestion}>
      <span>¿Quisiste decir </span>
      <button type="button" className="plain link" onClick={() => onAccept(suggestion)}>
        {suggestion.slice(suggestion.indexOf('@') + 1)}
      </button>
      <span>?</span>
    </p>
  );
}
