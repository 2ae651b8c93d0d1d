import { useEffect, useRef } from 'react';
import { emailSuggestion } from '../../lib/attendance/email-suggestion.ts';
import classes from './attendance.module.css';

interface Props {
  readonly email: string;
  /** The form waits for the answer. */
  readonly takesFocus: boolean;
  readonly onAccept: (suggestion: string) => void;
}

/** '¿Quisiste decir gmail.com?' below the field of an address with a mistyped domain. */
export function EmailSuggestion({ email, takesFocus, onAccept }: Props) {
  const suggestion = emailSuggestion(email);
  const accept = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) accept.current?.focus();
  }, [takesFocus]);
  if (suggestion === null) return null;
  return (
    <p className={classes.suggestion}>
      <span>¿Quisiste decir </span>
      <button ref={accept} type="button" className="plain link" onClick={() => onAccept(suggestion)}>
        {suggestion.slice(suggestion.indexOf('@') + 1)}
      </button>
      <span>?</span>
    </p>
  );
}
