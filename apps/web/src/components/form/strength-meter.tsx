import { type Score, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs } from '@zxcvbn-ts/language-common';
import { translations } from '@zxcvbn-ts/language-es-es';
import firstNames from '@zxcvbn-ts/language-es-es/dist/firstnames.json.mjs';
import lastNames from '@zxcvbn-ts/language-es-es/dist/lastnames.json.mjs';
import { useMemo } from 'react';
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

interface PasswordStrength {
  /** From 0 (guessed at once) to 4 (practically never). */
  score: Score;
  /** Advice to make it stronger, one Spanish sentence, or null. */
  hint: string | null;
}

// Measured: longer texts, or more substitutions, take up to 0.4 s to rate and are strong in any case.
const RATED_CHARACTERS = 64;
const SUBSTITUTIONS_MAX = 20;
const SITE_WORDS = ['minga'];
const WORD_MIN = 3;

// Imported one by one: the package's default export includes 200 kB (gzipped) of words from Wikipedia.
const [{ default: passwords }, { default: words }] = await Promise.all([
  import('@zxcvbn-ts/language-common/dist/passwords.json.mjs'),
  import('@zxcvbn-ts/language-es-es/dist/commonWords.json.mjs'),
]);

// The dictionary's name selects the warning for its words.
const zxcvbn = new ZxcvbnFactory({
  graphs: { qwerty: adjacencyGraphs.qwerty },
  dictionary: { passwords, commonWords: words, firstnames: firstNames, lastnames: lastNames },
  translations,
  l33tMaxSubstitutions: SUBSTITUTIONS_MAX,
});

/** Rates how hard a password is to guess for an attacker who knows `userInputs`. */
export function passwordStrength(password: string, userInputs: readonly string[]): PasswordStrength {
  const known = [...SITE_WORDS, ...userInputs.flatMap(guessable)];
  const { score, feedback } = zxcvbn.check(password.slice(0, RATED_CHARACTERS), known);
  const advice = feedback.warning ?? feedback.suggestions[0];
  return { score, hint: advice === undefined ? null : advice.replace(/\.?$/, '.') };
}

/** The text and each of its words, with and without accents. */
function guessable(text: string): string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const parts = [text, plain].flatMap(written => [written, ...written.split(/[^\p{L}\p{N}]+/u)]);
  return parts.filter(part => part.length >= WORD_MIN);
}
