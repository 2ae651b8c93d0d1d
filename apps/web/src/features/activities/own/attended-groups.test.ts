import type { Activity } from '@minga/contract/activities';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { aParticipant } from '../../../../test/participant.ts';
import { type Attended, attendedGroups } from './attended-groups.ts';

const NOW = new Date('2026-12-05T15:00:00.000Z');
const HOUR_MS = 3_600_000;
const DAY = 24;
const after = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS).toISOString();
const series = (_id: string) => ({ _id, index: 1, count: 9 }) as Activity['series'];

interface Values {
  readonly row?: Partial<Omit<Attended, 'task'>>;
  readonly task?: Partial<Activity>;
}

/** An attendance of what begins in so many hours. */
const attended = (title: string, hours: number, { row, task }: Values = {}): Attended => ({
  ...aParticipant(1),
  code: 'kX3v9aQ2-_mN5pR7tY1uIg',
  ...row,
  task: anActivity({ _id: title, title, date: after(hours), ...task }),
});

const titles = (activities: readonly Activity[]) => activities.map(({ title }) => title);

/** The titles of each group; `asked` are those with a question. */
function groupsOf(rows: readonly Attended[], asked: readonly string[] = []) {
  const { recent, late, cards, later, past, upcoming } = attendedGroups(
    rows,
    ({ title }) => asked.includes(title),
    NOW,
  );
  return {
    recent: titles(recent),
    late: titles(late),
    cards: titles(cards),
    upcoming,
    later: later.map(entry => titles(entry.map(({ task }) => task)).join('+')),
    past: titles(past.map(({ task }) => task)),
  };
}

const NONE = { recent: [], late: [], cards: [], later: [], past: [], upcoming: 0 };
const week = (title: string, number: number, values?: Values) => attended(title, number * 7 * DAY, values);
const weekly = (title: string, number: number) => week(title, number, { task: { series: series('s') } });

test.each<[string, Attended[], string[], Partial<ReturnType<typeof groupsOf>>]>([
  ['nothing', [], [], {}],
  ['one', [week('a', 1)], [], { cards: ['a'], upcoming: 1 }],
  [
    'three',
    ['a', 'b', 'c'].map((title, index) => week(title, index + 1)),
    [],
    { cards: ['a', 'b', 'c'], upcoming: 3 },
  ],
  [
    'five: the rest in lines',
    ['a', 'b', 'c', 'd', 'e'].map((title, index) => week(title, index + 1)),
    [],
    { cards: ['a', 'b', 'c'], later: ['d', 'e'], upcoming: 5 },
  ],
  [
    'a series: its next date, and the others in one line',
    [weekly('s1', 1), week('a', 1), weekly('s2', 2), weekly('s3', 3)],
    [],
    { cards: ['s1', 'a'], later: ['s2+s3'], upcoming: 2 },
  ],
  [
    'what needs something is a card, however far',
    [
      ...['a', 'b', 'c'].map((title, index) => week(title, index + 1)),
      week('waits', 4, { row: { status: 'waiting', position: 2, code: null } }),
      week('asked', 5, { row: { askedAgainAt: after(-1) } }),
      week('e', 6),
      week('f', 7),
    ],
    [],
    { cards: ['a', 'b', 'c', 'waits', 'asked'], later: ['e', 'f'], upcoming: 7 },
  ],
  [
    'what is near is a card, also the second date of a series',
    [
      attended('s1', 2, { task: { series: series('s') } }),
      attended('s2', DAY, { task: { series: series('s') } }),
      weekly('s3', 1),
    ],
    [],
    { cards: ['s1', 's2'], later: ['s3'], upcoming: 1 },
  ],
  [
    'what is in progress is not past',
    [attended('a', -1, { task: { endDate: after(1) } })],
    [],
    { cards: ['a'], upcoming: 1 },
  ],
  [
    'the past, the latest first',
    [week('old', -9), week('a', -2), attended('asked', -2 * DAY), week('b', -1)],
    ['asked', 'a'],
    { recent: ['asked'], past: ['b', 'a', 'old'] },
  ],
  [
    'a latecomer finds the code, until the arrival and for twelve hours',
    [
      attended('over', -13),
      attended('late', -11),
      attended('came', -10, { row: { checkedInAt: after(-10) } }),
      attended('uncoded', -9, { row: { code: null } }),
    ],
    [],
    { late: ['late'], past: ['uncoded', 'came', 'over'] },
  ],
])('%s', (_what, rows, asked, expected) => {
  expect(groupsOf(rows, asked)).toEqual({ ...NONE, ...expected });
});

test('an activity with several attendances is shown once', () => {
  expect(groupsOf([week('a', 1), week('a', 1)])).toEqual({ ...NONE, cards: ['a'], upcoming: 1 });
});
