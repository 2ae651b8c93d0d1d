import { expect, test } from 'vitest';
import { anArrival, anEntry, anOutcome, idOf, NINE } from '../../../test/arrival.ts';
import type { Arrival } from './arrival.ts';
import { doorCounts } from './door-counts.ts';
import { doorPeople } from './door-people.ts';

const TEN = '2026-12-05T15:00:00.000Z';
/** When the list was fetched. */
const LISTED = 100;

const NOT_ARRIVED = { at: null, isUnsent: false };
const undone = anArrival(1, { isUndone: true });
const again = { item: { id: idOf(9), attendanceId: idOf(1), at: NINE } };
const cases: [string, string | null, Arrival[], { at: string | null; isUnsent: boolean }][] = [
  ['expected', null, [], { at: null, isUnsent: false }],
  ['arrived by the list', TEN, [], { at: TEN, isUnsent: false }],
  ['noted here', null, [anArrival(1)], { at: NINE, isUnsent: true }],
  ['noted here and already in the list', TEN, [anArrival(1)], { at: TEN, isUnsent: false }],
  [
    'sent since the list',
    null,
    [anArrival(1, { outcome: anOutcome(1, { checkedInAt: TEN }) })],
    { at: TEN, isUnsent: false },
  ],
  [
    'sent by a code that the list did not have then',
    null,
    [anArrival(1, { item: { id: idOf(9), code: 'x', at: NINE }, outcome: anOutcome(1) })],
    { at: NINE, isUnsent: false },
  ],
  [
    'sent, and undone elsewhere before the list was fetched',
    null,
    [anArrival(1, { outcome: anOutcome(1, { receivedAt: LISTED - 1 }) })],
    { at: null, isUnsent: false },
  ],
  [
    'not confirmed by the server',
    null,
    [anArrival(1, { outcome: anOutcome(1, { result: 'not-confirmed' }) })],
    { at: null, isUnsent: false },
  ],
  ['undone while it was sent', TEN, [undone], NOT_ARRIVED],
  ['undone and admitted again', TEN, [undone, anArrival(1, again)], { at: NINE, isUnsent: true }],
  ['undone, admitted again and undone again', TEN, [undone, { ...undone, ...again }], NOT_ARRIVED],
];

test.each(cases)('a person is %s', (_, checkedInAt, arrivals, { at, isUnsent }) => {
  expect(doorPeople([anEntry(1, { checkedInAt })], LISTED, arrivals)).toMatchObject([
    { arrivedAt: at, isUnsent },
  ]);
});

const walkIn = { name: 'Don Efraín', companions: 1 };
const walkInItem = { id: idOf(9), walkIn, at: NINE };

test('a walk-in is in the list as soon as it is noted, and once when the server lists it', () => {
  const unsent = anArrival(9, { item: walkInItem });
  expect(doorPeople([], LISTED, [unsent])).toMatchObject([
    { key: idOf(9), attendanceId: null, ...walkIn, arrivedAt: NINE, isUnsent: true },
  ]);
  const sent = { ...unsent, outcome: anOutcome(2) };
  expect(doorPeople([], LISTED, [sent])).toMatchObject([{ attendanceId: idOf(2), isUnsent: false }]);
  const listed = anEntry(2, { ...walkIn, checkedInAt: NINE });
  expect(doorPeople([listed], LISTED, [sent])).toMatchObject([{ key: idOf(2), arrivedAt: NINE }]);
  expect(doorPeople([], LISTED, [{ ...unsent, isUndone: true }])).toEqual([]);
});

test('is sorted by name, accents ignored', () => {
  const entries = ['Zoraida', 'Álvaro', 'Beatriz'].map((name, number) => anEntry(number, { name }));
  expect(doorPeople(entries, LISTED, []).map(({ name }) => name)).toEqual(['Álvaro', 'Beatriz', 'Zoraida']);
});

test('people and parties are counted, of those with a place', () => {
  const entries = [
    anEntry(1, { companions: 2, checkedInAt: NINE }),
    anEntry(2, { companions: 1 }),
    anEntry(3, { status: 'waiting', companions: 5 }),
  ];
  expect(doorCounts(doorPeople(entries, LISTED, [anArrival(9, { item: walkInItem })]))).toEqual({
    people: { arrived: 5, expected: 7 },
    parties: { arrived: 2, expected: 3 },
  });
});
