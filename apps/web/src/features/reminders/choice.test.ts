import { expect, test } from 'vitest';
import { confirmedChoices } from './choice.ts';

const task = (id: string, date = '2026-12-05T14:00:00.000Z') => ({
  _id: id,
  title: `T ${id}`,
  date,
  place: 'Río',
});
const ids = (rows: unknown) => confirmedChoices(rows)?.map(({ _id }) => _id);

test.each<[string, unknown, string[] | undefined]>([
  ['no list', { message: 'x' }, undefined],
  ['no attendance', [], []],
  [
    'each activity once',
    [
      { _id: '1', task: task('a') },
      { _id: '2', task: task('a') },
    ],
    ['a'],
  ],
  [
    'by ascending date, invalid dates last',
    [
      { _id: '1', task: task('c', 'mañana') },
      { _id: '2', task: task('b') },
      { _id: '3', task: task('a', '2026-12-04T14:00:00.000Z') },
    ],
    ['a', 'b', 'c'],
  ],
  [
    'drops entries without id, title or date',
    [
      null,
      { _id: '', task: task('a') },
      { _id: '1' },
      { _id: '1', task: 'a' },
      { _id: '1', task: { ...task('a'), title: '' } },
      { _id: '1', task: { ...task('a'), date: undefined } },
      { _id: '1', task: task('b') },
    ],
    ['b'],
  ],
])('%s', (_, rows, expected) => {
  expect(ids(rows)).toEqual(expected);
});

test('accepts activities without place and description', () => {
  expect(confirmedChoices([{ _id: '1', task: { ...task('a'), place: null } }])?.[0]).toMatchObject({
    place: '',
    description: '',
  });
});
