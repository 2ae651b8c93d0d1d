import { describe, expect, it } from 'vitest';
import type { Reading, SourceEvent } from '../reading/rules.ts';
import { appliedOf, type Link, nextReadingAt, planReading } from './rules.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = new Date('2026-12-01T17:00:00Z');
const at = (days: number) => NOW.getTime() + days * DAY_MS;

const sourceEvent = (key: string, days: number, values: Partial<SourceEvent> = {}): SourceEvent => ({
  key,
  uid: key,
  series: null,
  title: key,
  description: '',
  place: '',
  directions: '',
  date: at(days),
  endDate: null,
  latitude: null,
  longitude: null,
  tags: [],
  ...values,
});

const linkOf = (event: SourceEvent, values: { id?: string; status?: string; isGone?: true } = {}): Link => ({
  key: event.key,
  uid: event.uid,
  date: new Date(event.date),
  applied: appliedOf(event),
  activity: values.isGone
    ? null
    : {
        ...event,
        id: values.id ?? event.key,
        date: new Date(event.date),
        endDate: null,
        status: values.status ?? 'pending',
        isSourceCancelled: false,
      },
});

const reading = (events: SourceEvent[], beyondLimit = 0): Reading => ({
  events,
  rules: {},
  leftOut: 0,
  leftOutReasons: [],
  beyondLimit,
});
const plan = (links: Link[], read: Reading, canRemoveMost = false) => {
  const { created, changed, gone, vanished } = planReading(links, read, {
    now: NOW,
    timeZone: 'America/Bogota',
    canRemoveMost,
  });
  return {
    created: created.map(({ key }) => key),
    pairs: changed
      .filter(({ link, event }) => link.key !== event.key)
      .map(({ link, event }) => [link.key, event.key]),
    gone: gone.map(({ key }) => key),
    vanished,
  };
};
const NOTHING = { created: [], pairs: [], gone: [], vanished: 0 };

/** The dates of one rule, a week apart. */
const rule = (count: number, from = 1, prefix = 'r') =>
  Array.from({ length: count }, (_, index) =>
    sourceEvent(`${prefix}${from + index}`, (from + index) * 7, { uid: 'r', series: 'r' }),
  );

describe('the dates of one UID', () => {
  it('are paired by local day before they are paired in order', () => {
    const [one, two] = rule(2);
    const links = [one, two].flatMap(event => (event === undefined ? [] : linkOf(event)));
    const moved = [sourceEvent('a', 14.1, { uid: 'r' }), sourceEvent('b', 20, { uid: 'r' })];
    expect(plan(links, reading(moved))).toEqual({
      ...NOTHING,
      pairs: [
        ['r2', 'a'],
        ['r1', 'b'],
      ],
    });
  });

  it('at the end of a rule with 60 dates are new, and replace none that was excluded', () => {
    const links = rule(60).map(event => linkOf(event));
    const later = [...rule(60), ...rule(1, 61)].filter(({ key }) => key !== 'r2');
    expect(plan(links, reading(later))).toEqual({ ...NOTHING, created: ['r61'], gone: ['r2'] });
  });

  it('that were deleted here stay away when their rule moves', () => {
    const [one] = rule(1);
    if (one === undefined) throw new Error('no date');
    const moved = sourceEvent('a', 8, { uid: 'r' });
    expect(plan([linkOf(one, { isGone: true })], reading([moved]))).toEqual({
      ...NOTHING,
      pairs: [['r1', 'a']],
    });
  });
});

describe('what is gone', () => {
  const six = Array.from({ length: 6 }, (_, index) => sourceEvent(`${index}`, index + 1));
  const links = six.map(event => linkOf(event));

  it.each([
    [6, { ...NOTHING }],
    [3, { ...NOTHING, gone: ['3', '4', '5'] }],
    [2, { ...NOTHING, gone: ['2', '3', '4', '5'] }],
    [1, { ...NOTHING, vanished: 5 }],
    [0, { ...NOTHING, vanished: 6 }],
  ])('if %i of 6 remain', (count, expected) => {
    expect(plan(links, reading(six.slice(0, count)))).toEqual(expected);
  });

  it('may be half of ten, and is nothing if six of ten would vanish', () => {
    const ten = Array.from({ length: 10 }, (_, index) => sourceEvent(`${index}`, index + 1));
    const after = (count: number) =>
      plan(
        ten.map(event => linkOf(event)),
        reading(ten.slice(0, count)),
      );
    expect(after(5)).toEqual({ ...NOTHING, gone: ['5', '6', '7', '8', '9'] });
    expect(after(4)).toEqual({ ...NOTHING, vanished: 6 });
  });

  it('may be more than half if organisers agree', () => {
    expect(plan(links, reading([]), true).gone).toHaveLength(6);
  });

  it('is not what a limit of the reading leaves out, what was rejected, or what has begun', () => {
    expect(plan(links, reading(six.slice(0, 4), 100))).toEqual(NOTHING);
    const [first] = six;
    if (first === undefined) throw new Error('no event');
    expect(plan([linkOf(first, { status: 'rejected' })], reading([]))).toEqual(NOTHING);
    expect(plan([linkOf(sourceEvent('past', -1))], reading([]))).toEqual(NOTHING);
  });
});

it('an event that has begun and gets a new date is another activity', () => {
  expect(plan([linkOf(sourceEvent('a', -1))], reading([sourceEvent('a', 300)]))).toEqual({
    ...NOTHING,
    created: ['a'],
  });
});

it('a calendar is read every hour, and less often after failures', () => {
  const hours = (failures: number) => (nextReadingAt(NOW, failures).getTime() - NOW.getTime()) / 3_600_000;
  expect([0, 1, 2, 3, 4, 5, 50].map(hours)).toEqual([1, 1, 2, 4, 8, 24, 24]);
});
