import { type Score, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs } from '@zxcvbn-ts/language-common';
import { translations } from '@zxcvbn-ts/language-es-es';
import firstNames from '@zxcvbn-ts/language-es-es/dist/firstnames.json.mjs';
import lastNames from '@zxcvbn-ts/language-es-es/dist/lastnames.json.mjs';

export interface PasswordStrength {
  /** 0: guessed at once, to 4: hardly ever. */
  score: Score;
  /** What would make it stronger: one Spanish sentence, or null where nothing needs to be said. */
  hint: string | null;
}

// Measured: what is longer, or could be read in more ways, takes up to 0.4 s to judge and is strong in any case.
const JUDGED_CHARACTERS = 64;
const SUBSTITUTIONS_MAX = 20;
const SITE_WORDS = ['minga'];
const WORD_MIN = 3;

// One by one: the package's own list has 200 kB (gzipped) of words from Wikipedia besides.
const [{ default: passwords }, { default: words }] = await Promise.all([
  import('@zxcvbn-ts/language-common/dist/passwords.json.mjs'),
  import('@zxcvbn-ts/language-es-es/dist/commonWords.json.mjs'),
]);

// What a dictionary is called decides what is said of its words.
const judge = new ZxcvbnFactory({
  graphs: { qwerty: adjacencyGraphs.qwerty },
  dictionary: { passwords, commonWords: words, firstnames: firstNames, lastnames: lastNames },
  translations,
  l33tMaxSubstitutions: SUBSTITUTIONS_MAX,
});

/** How easily a password would be guessed, also by one who knows `userInputs`. */
export function passwordStrength(password: string, userInputs: readonly string[]): PasswordStrength {
  const known = [...SITE_WORDS, ...userInputs.flatMap(guessable)];
  const { score, feedback } = judge.check(password.slice(0, JUDGED_CHARACTERS), known);
  const advice = feedback.warning ?? feedback.suggestions[0];
  return { score, hint: advice === undefined ? null : advice.replace(/\.?$/, '.') };
}

/** The text and each of its words, as written and without accents. */
function guessable(text: string): string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const parts = [text, plain].flatMap(written => [written, ...written.split(/[^\p{L}\p{N}]+/u)]);
  return parts.filter(part => part.length >= WORD_MIN);
}
