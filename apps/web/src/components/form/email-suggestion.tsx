import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SetValueConfig } from 'react-hook-form';
import { emailSuggestion } from '../../lib/email-suggestion.ts';
import { useClientValue } from '../../lib/use-client-value.ts';
import classes from './email-suggestion.module.css';

/** A form with the field 'email'. */
interface EmailForm {
  setValue(name: 'email', value: string, options: SetValueConfig): void;
  setFocus(name: 'email'): void;
}

interface Props {
  readonly form: EmailForm;
  /** The value of the field. */
  readonly email: string;
  /** The form waits for the answer before it goes on. */
  readonly isAsked?: boolean;
  /** The field. */
  readonly children: ReactNode;
}

/**
 * A field of an e-mail address, and below it '¿Quisiste decir gmail.com?' where its domain is probably mistyped. It appears once the
 * field was left: a domain that is still being typed looks wrong, too.
 */
export function WithEmailSuggestion({ form, email, isAsked = false, children }: Props) {
  const [left, setLeft] = useState('');
  const field = useRef<HTMLDivElement>(null);
  const isHydrating = useClientValue(false, true);
  // The field of a server-rendered page may have been filled in and left before the code.
  useEffect(() => {
    if (isHydrating) setLeft(field.current?.querySelector('input')?.value ?? '');
  }, [isHydrating]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what loses the focus is the field within.
    <div ref={field} onBlur={() => setLeft(email)}>
      {children}
      {(isAsked || email === left) && <EmailSuggestion form={form} email={email} isAsked={isAsked} />}
    </div>
  );
}

function EmailSuggestion({ form, email, isAsked }: Omit<Required<Props>, 'children'>) {
  const suggestion = emailSuggestion(email);
  const accept = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsked) accept.current?.focus();
  }, [isAsked]);
  if (suggestion === null) return null;
  function takeOver(corrected: string) {
    form.setValue('email', corrected, { shouldDirty: true, shouldValidate: true });
    // The pressed button is gone.
    form.setFocus('email');
  }
  return (
    <p className={classes.suggestion} data-asked={isAsked || undefined}>
      <span>¿Quisiste decir </span>
      <button ref={accept} type="button" className="plain link" onClick={() => takeOver(suggestion)}>
        {suggestion.slice(suggestion.indexOf('@') + 1)}
      </button>
      <span>{isAsked ? '? Si está bien, toca otra vez el botón.' : '?'}</span>
    </p>
  );
}
