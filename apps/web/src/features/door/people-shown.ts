import { wordMatcher } from '../../lib/word-matcher.ts';
import type { DoorPerson } from './door-people.ts';

export type Shown = 'all' | 'expected' | 'arrived';

/** Those whose names contain the words, accents ignored. Searching looks among all of them. */
export function peopleShown(
  people: readonly DoorPerson[],
  shown: Shown,
  words: string,
): readonly DoorPerson[] {
  if (words.trim() !== '') {
    const matches = wordMatcher(words);
    return people.filter(({ name }) => matches(name));
  }
  if (shown === 'all') return people;
  return people.filter(({ arrivedAt }) => (arrivedAt !== null) === (shown === 'arrived'));
}
