import { expect, test } from 'vitest';
import { anEntry, NINE } from '../../../test/arrival.ts';
import { doorPeople } from './door-people.ts';
import { peopleShown, type Shown } from './people-shown.ts';

const people = doorPeople(
  [
    anEntry(1, { name: 'Ángela Muñoz', checkedInAt: NINE }),
    anEntry(2, { name: 'Benjamín Ulcué' }),
    anEntry(3, { name: 'Luz Ángela' }),
  ],
  0,
  [],
);

test.each<[Shown, string, string[]]>([
  ['all', '', ['Ángela Muñoz', 'Benjamín Ulcué', 'Luz Ángela']],
  ['expected', ' ', ['Benjamín Ulcué', 'Luz Ángela']],
  ['arrived', '', ['Ángela Muñoz']],
  ['all', 'angela', ['Ángela Muñoz', 'Luz Ángela']],
  ['arrived', 'angela luz', ['Luz Ángela']],
  ['all', 'MUNOZ', ['Ángela Muñoz']],
  ['all', 'zoraida', []],
])('%s, %j: %j', (shown, words, names) => {
  expect(peopleShown(people, shown, words).map(({ name }) => name)).toEqual(names);
});
