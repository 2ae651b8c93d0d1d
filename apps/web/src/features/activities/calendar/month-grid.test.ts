import { describe, expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { isMonth } from '../search.ts';
import {
  calendarEntry,
  dayName,
  entriesByDay,
  monthName,
  shiftMonth,
  spanOf,
  weeksOf,
} from './month-grid.ts';

const BOGOTA = 'America/Bogota';

describe('months', () => {
  test.each([
    ['2026-12', true],
    ['2000-01', true],
    ['2199-12', true],
    ['1999-12', false],
    ['2200-01', false],
    ['2026-13', false],
    ['2026-00', false],
    ['2026-1', false],
    ['2026-12-05', false],
    ['', false],
  ])('%s is a month: %s', (text, is) => expect(isMonth(text)).toBe(is));

  test.each([
    ['2026-12', 1, '2027-01'],
    ['2027-01', -1, '2026-12'],
    ['2026-06', 18, '2027-12'],
    ['2000-01', -1, null],
    ['2199-12', 1, null],
  ])('%s and %i months: %s', (month, by, shifted) => expect(shiftMonth(month, by)).toBe(shifted));

  test('and days have names', () => {
    expect(monthName('2026-12')).toBe('diciembre de 2026');
    expect(dayName('2026-12-05')).toBe('sábado, 5 de diciembre');
  });
});

describe('the weeks of a month', () => {
  test.each([
    // From a Monday, four weeks exactly.
    ['2027-02', 4, '2027-02-01', '2027-02-28'],
    // A leap day.
    ['2028-02', 5, '2028-01-31', '2028-03-05'],
    // From a Sunday.
    ['2026-11', 6, '2026-10-26', '2026-12-06'],
    ['2026-12', 5, '2026-11-30', '2027-01-03'],
    ['2026-08', 6, '2026-07-27', '2026-09-06'],
    // To a Sunday.
    ['2026-05', 5, '2026-04-27', '2026-05-31'],
  ])('%s: %i, from %s to %s', (month, count, first, last) => {
    const weeks = weeksOf(month);
    expect(weeks.map(week => week.length)).toEqual(Array(count).fill(7));
    expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([first, last]);
  });

  test('start on Monday and contain each day once, in every month', () => {
    for (let month: string | null = '2000-01'; month !== null; month = shiftMonth(month, 1)) {
      const days = weeksOf(month).flat();
      expect(new Set(days).size).toBe(days.length);
      expect(new Date(days[0] ?? '').getUTCDay()).toBe(1);
      const [year, number] = month.split('-').map(Number);
      const length = new Date(Date.UTC(year ?? 0, number ?? 0, 0)).getUTCDate();
      expect(days.filter(day => day.startsWith(`${month}-`))).toHaveLength(length);
    }
  });
});

describe('an activity', () => {
  test.each([
    ['2026-12-05T14:00:00.000Z', null, BOGOTA, '2026-12-05', '2026-12-05'],
    // 23:30 in Popayán is the next day in UTC, and in Tokyo.
    ['2026-12-06T04:30:00.000Z', null, BOGOTA, '2026-12-05', '2026-12-05'],
    ['2026-12-06T04:30:00.000Z', null, 'Asia/Tokyo', '2026-12-06', '2026-12-06'],
    ['2026-12-05T14:00:00.000Z', '2026-12-07T20:00:00.000Z', BOGOTA, '2026-12-05', '2026-12-07'],
    // Until midnight: not on the day that begins.
    ['2026-12-05T14:00:00.000Z', '2026-12-06T05:00:00.000Z', BOGOTA, '2026-12-05', '2026-12-05'],
    ['2026-12-05T14:00:00.000Z', '2026-12-06T05:00:01.000Z', BOGOTA, '2026-12-05', '2026-12-06'],
  ])('from %s to %s in %s is on the days from %s to %s', (date, endDate, zone, first, last) => {
    expect(spanOf({ date, endDate }, zone)).toEqual({ first, last });
  });

  test('stands on each of its days, in the order of the starts, also if it began before the first', () => {
    const entry = (title: string, date: string, endDate: string | null = null) =>
      calendarEntry(anActivity({ title, date, endDate }));
    const days = ['2026-12-04', '2026-12-05', '2026-12-06'];
    const found = entriesByDay(
      [
        entry('Tarde', '2026-12-05T20:00:00.000Z'),
        entry('Mañana', '2026-12-05T14:00:00.000Z'),
        entry('Larga', '2026-12-01T14:00:00.000Z', '2026-12-05T23:00:00.000Z'),
        entry('Otro mes', '2027-01-05T14:00:00.000Z'),
      ],
      days,
      BOGOTA,
    );
    const shown = days.map(day =>
      found.get(day)?.map(({ entry: { title }, isContinued }) => `${title}${isContinued ? ' sigue' : ''}`),
    );
    expect(shown).toEqual([['Larga sigue'], ['Larga sigue', 'Mañana', 'Tarde'], undefined]);
  });
});
