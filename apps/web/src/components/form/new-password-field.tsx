import type { TextInputProps } from '@mantine/core';
import { useDebouncedValue, useMergedRef } from '@mantine/hooks';
import { type ChangeEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { PasswordField } from './password-field.tsx';
import classes from './strength-meter.module.css';
import type { MeterProps } from './strength-meter.tsx';

/** Long enough that nothing is judged, or read out, in the middle of a word. */
const PAUSE_MS = 350;

interface Props extends TextInputProps {
  /** What others know of the person, such as name and e-mail: as passwords, or parts of one, they count as weak. */
  userInputs?: readonly string[] | undefined;
}

// The dictionaries weigh more than the rest of the app: they come when the field is used, and it works without them.
const StrengthMeter = lazy(async (): Promise<{ default: (props: MeterProps) => ReactNode }> => {
  try {
    return { default: (await import('./strength-meter.tsx')).StrengthMeter };
  } catch {
    return { default: () => null };
  }
});

/** A password that is being chosen: the field, and below it how easily it would be guessed. It only advises. */
export function NewPasswordField({ userInputs = [], ref, onFocus, onChange, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isUsed, setUsed] = useState(false);
  const [password, setPassword] = useState('');
  const [settled] = useDebouncedValue(password, PAUSE_MS);

  // A form that is reset empties its field without telling it.
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
      {isUsed && (
        <Suspense fallback={<div className={classes.meter} />}>
          <StrengthMeter password={password === '' ? '' : settled} userInputs={userInputs} />
        </Suspense>
      )}
    </div>
  );
}
