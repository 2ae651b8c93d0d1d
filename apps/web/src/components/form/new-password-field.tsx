import type { TextInputProps } from '@mantine/core';
import { useDebouncedValue, useMergedRef } from '@mantine/hooks';
import { type ChangeEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { PasswordField } from './password-field.tsx';
import classes from './strength-meter.module.css';
import type { MeterProps } from './strength-meter.tsx';

/** Debounce, long enough that nothing is rated or announced in the middle of a word. */
const PAUSE_MS = 350;

interface Props extends TextInputProps {
  /** Personal data such as name and e-mail, which count as weak in a password. */
  userInputs?: readonly string[] | undefined;
}

// The dictionaries are larger than the rest of the app: they load on first use, and the field works without them.
const StrengthMeter = lazy(async (): Promise<{ default: (props: MeterProps) => ReactNode }> => {
  try {
    return { default: (await import('./strength-meter.tsx')).StrengthMeter };
  } catch {
    return { default: () => null };
  }
});

/** A field for a new password with a strength meter below. The meter only advises. */
export function NewPasswordField({ userInputs = [], ref, onFocus, onChange, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isUsed, setUsed] = useState(false);
  const [password, setPassword] = useState('');
  const [settled] = useDebouncedValue(password, PAUSE_MS);

  // A form reset empties the field without a change event, and what was typed before the code had none either.
  useEffect(() => setPassword(input.current?.value ?? ''));

  const follow = (event: ChangeEvent<HTMLInputElement>) => {
    setUsed(true);
    setPassword(event.target.value);
    onChange?.(event);
  };

  return (
    <div>
      <PasswordField
        autoComplete="new-password"
        {...props}
        ref={useMergedRef(input, ref)}
        onFocus={event => {
          setUsed(true);
          onFocus?.(event);
        }}
        onChange={follow}
      />
      {(isUsed || password !== '') && (
        <Suspense fallback={<div className={classes.meter} />}>
          <StrengthMeter password={password === '' ? '' : settled} userInputs={userInputs} />
        </Suspense>
      )}
    </div>
  );
}
