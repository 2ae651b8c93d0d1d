import { useMemo } from 'react';
import { passwordStrength } from './password-strength.ts';
import classes from './strength-meter.module.css';

export interface MeterProps {
  password: string;
  userInputs: readonly string[];
}

/** By zxcvbn's score. */
const LEVELS = ['Muy débil', 'Débil', 'Regular', 'Buena', 'Muy buena'] as const;

/** The password's strength in words and as a bar, with advice. */
export function StrengthMeter({ password, userInputs }: MeterProps) {
  const known = userInputs.join('\n');
  const strength = useMemo(
    () => (password === '' ? null : passwordStrength(password, known.split('\n'))),
    [password, known],
  );
  return (
    <div role="status" className={classes.meter}>
      {strength && (
        <>
          <div className={classes.bar} data-score={strength.score} aria-hidden="true">
            {LEVELS.map((level, index) => (
              <span key={level} data-on={index <= strength.score || undefined} />
            ))}
          </div>
          <p className={classes.words}>
            Seguridad: <strong>{LEVELS[strength.score]}</strong>
            {strength.hint !== null && <span>{`. ${strength.hint}`}</span>}
          </p>
        </>
      )}
    </div>
  );
}
