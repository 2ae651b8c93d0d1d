import { searchActivities } from '@minga/contract/activities';
import type { FindActivities } from '@minga/contract/server-rendering';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { calendarSearch, filtersOf } from '../search.ts';
import { loadMonth } from './month-api.ts';

const ZONE = 'America/Bogota';
const TODAY = '2026-11-21';
const filters = filtersOf(calendarSearch({ categoria: 'ambiente' }));
const at = (date: string) => anActivity({ date });

/** A search over these activities, as the API answers it; `searches` are the calls. */
function server(...dates: string[]) {
  const searches: Parameters<FindActivities>[0][] = [];
  const find: FindActivities = async search => {
    searches.push(search);
    const { desde = '', hasta = '9999', date: when, offset, limit } = search;
    const rows = dates
      .filter(date => date >= desde && date.slice(0, 10) <= hasta)
      .filter(date => when === undefined || date >= TODAY === (when === 'proximas'))
      .toSorted();
    if (when === 'pasadas') rows.reverse();
    const from = Number(offset);
    return { rows: rows.slice(from, from + Number(limit)).map(at), total: rows.length };
  };
  return { find, searches };
}

test('requests the whole weeks of the month in one call', async () => {
  const { find, searches } = server('2026-12-05T14:00:00.000Z');
  const month = await loadMonth(find, '2026-12', filters, TODAY, ZONE);
  expect(month.entries.map(({ date }) => date)).toEqual(['2026-12-05T14:00:00.000Z']);
  expect([month.isCut, month.next]).toEqual([false, null]);
  expect(searches).toEqual([{ ...filters, desde: '2026-11-30', hasta: '2027-01-03', limit: 500, offset: 0 }]);
});

test.each([
  ['2000-01', '1999-12-27', '2000-02-06'],
  ['2199-12', '2199-11-25', '2199-12-31'],
])('requests no day beyond the calendar: %s', async (month, desde, hasta) => {
  const { find, searches } = server();
  await loadMonth(find, month, filters, TODAY, ZONE);
  expect(searches[0]).toMatchObject({ desde, hasta });
  expect(searchActivities.query.safeParse({ desde, hasta }).success).toBe(true);
});

test('says that not everything fits', async () => {
  const { find } = server(...Array.from({ length: 501 }, () => '2026-12-05T14:00:00.000Z'));
  const month = await loadMonth(find, '2026-12', filters, TODAY, ZONE);
  expect([month.entries.length, month.isCut]).toEqual([500, true]);
});

test.each([
  // A day of the next month in the last week does not count.
  ['2026-12', ['2027-01-02T14:00:00.000Z'], '2027-01'],
  ['2026-12', ['2027-03-05T14:00:00.000Z', '2027-02-05T14:00:00.000Z'], '2027-02'],
  ['2026-12', ['2026-11-05T14:00:00.000Z'], null],
  // 8 p. m. on the last day of March.
  ['2026-12', ['2027-04-01T01:00:00.000Z'], '2027-03'],
  [
    '2026-01',
    ['2026-03-05T14:00:00.000Z', '2026-10-05T14:00:00.000Z', '2027-01-05T14:00:00.000Z'],
    '2026-03',
  ],
  ['2026-01', ['2027-01-05T14:00:00.000Z'], '2027-01'],
  ['2199-12', [], null],
])('after the empty %s, with %j, %s is next', async (month, dates, next) => {
  const { find } = server(...dates);
  expect((await loadMonth(find, month, filters, TODAY, ZONE)).next).toBe(next);
});
