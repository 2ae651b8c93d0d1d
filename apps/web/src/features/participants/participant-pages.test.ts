import type { Attendance } from '@minga/contract/attendance';
import { expect, test } from 'vitest';
import { aParticipant } from '../../../test/participant.ts';
import { mergePages, nextOffset } from '../../lib/pages.ts';
import {
  type ParticipantPages,
  withoutParticipant,
  withParticipant,
  withUpdated,
} from './participant-pages.ts';

const list = (total: number, ...pages: number[][]): ParticipantPages => ({
  pages: pages.map(numbers => ({ rows: numbers.map(number => aParticipant(number)), total })),
  pageParams: pages.map((_, index) => index),
});
const numbers = ({ rows }: { rows: Attendance[] }) => rows.map(({ email }) => Number(/\d+/.exec(email)?.[0]));
const pagesOf = (data: ParticipantPages) => data.pages.map(numbers);
const next = ({ pages }: ParticipantPages) => nextOffset(pages.at(-1) ?? { rows: [], total: 0 }, pages);

test('a removal shortens the page, the total and the next offset', () => {
  const data = withoutParticipant(list(9, [1, 2], [3, 4]), aParticipant(2)._id);
  expect([pagesOf(data), mergePages(data).total, next(data)]).toEqual([[[1], [3, 4]], 8, 3]);
});

test('removing an unknown participant changes nothing', () => {
  const data = list(2, [1, 2]);
  expect(withoutParticipant(data, aParticipant(7)._id)).toBe(data);
});

test.each<[string, ParticipantPages, number, number[][]]>([
  ['at the beginning', list(3, [2, 3], [4]), 1, [[1, 2, 3], [4]]],
  ['in the middle', list(3, [1, 3], [4]), 2, [[1, 2, 3], [4]]],
  [
    'between two pages',
    list(3, [1, 2], [4]),
    3,
    [
      [1, 2],
      [3, 4],
    ],
  ],
  [
    'at the end of all',
    list(3, [1, 2], [3]),
    4,
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ['into an empty list', list(0, []), 1, [[1]]],
  ['beyond the loaded pages', list(9, [1, 2], [3]), 8, [[1, 2], [3]]],
])('inserts a participant %s', (_, data, number, pages) => {
  const after = withParticipant(data, aParticipant(number));
  expect(pagesOf(after)).toEqual(pages);
  expect(mergePages(after).total).toBe(mergePages(data).total + 1);
});

test('orders equal times by id', () => {
  const { createdAt } = aParticipant(2);
  const after = withParticipant(list(2, [2, 3]), aParticipant(1, { createdAt }));
  expect(pagesOf(after)).toEqual([[1, 2, 3]]);
});

test('does not add a participant twice', () => {
  const data = list(2, [1, 2]);
  expect(withParticipant(data, aParticipant(2))).toBe(data);
});

test('updates a participant in place', () => {
  const changed = aParticipant(2, { name: 'Luz' });
  const after = withUpdated(list(3, [1, 2], [3]), changed);
  expect(mergePages(after).rows.map(({ name }) => name)).toEqual(['Persona 1', 'Luz', 'Persona 3']);
  expect(mergePages(after).total).toBe(3);
});
