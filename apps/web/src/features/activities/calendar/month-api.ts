import { searchActivities } from '@minga/contract/activities';
import type { FindActivities } from '@minga/contract/server-rendering';
import { queryOptions } from '@tanstack/react-query';
import { siteDay, siteTimeZone } from '../../../lib/dates/dates.ts';
import { now } from '../../../lib/dates/now.ts';
import { activitiesKey } from '../../../lib/server/activities-key.ts';
import { callList } from '../../../lib/server/api.ts';
import { fetchRows } from '../../../lib/server/fetch-all-rows.ts';
import type { CalendarFilters } from '../search.ts';
import {
  type CalendarEntry,
  calendarEntry,
  entriesByDay,
  monthOf,
  shiftMonth,
  weeksOf,
} from './month-grid.ts';

/** What is on in a month, each occurrence of a series by itself. The server fills the same key (app/entry-server.tsx). */
export const monthActivities = (month: string, filters: CalendarFilters) =>
  queryOptions({
    queryKey: [...activitiesKey, 'month', month, filters],
    queryFn: ({ signal }) =>
      loadMonth(
        query => callList(searchActivities, { query, signal }),
        month,
        filters,
        siteDay(now()),
        siteTimeZone,
      ),
  });

/** The last day that a search takes. */
const LAST_DAY = '2199-12-31';

interface CalendarMonth {
  readonly entries: readonly CalendarEntry[];
  /** Not all fit into one response. */
  readonly isCut: boolean;
  /** If the month is empty: the next one that is not, or null. */
  readonly next: string | null;
}

/** What is on in the weeks of a month. `today` is a day of the site's calendar. */
export async function loadMonth(
  find: FindActivities,
  month: string,
  filters: CalendarFilters,
  today: string,
  timeZone: string,
): Promise<CalendarMonth> {
  const days = weeksOf(month).flat();
  const [desde, hasta = LAST_DAY] = [days[0], days.at(-1)];
  const shown = { ...filters, desde, hasta: hasta < LAST_DAY ? hasta : LAST_DAY };
  const { rows, total } = await fetchRows(paging => find({ ...shown, ...paging }));
  const entries = rows.map(calendarEntry);
  const ownDays = days.filter(day => monthOf(day) === month);
  const isEmpty = entriesByDay(entries, ownDays, timeZone).size === 0;
  const next = isEmpty ? await nextMonth(find, month, filters, today, timeZone) : null;
  return { entries, isCut: total > rows.length, next };
}

/** The first month after an empty one in which something starts. */
async function nextMonth(
  find: FindActivities,
  month: string,
  filters: CalendarFilters,
  today: string,
  timeZone: string,
): Promise<string | null> {
  const following = shiftMonth(month, 1);
  if (following === null) return null;
  const desde = `${following}-01`;
  // Past ones are found from the last: the first of them is at the end of the list.
  const past = { ...filters, desde, date: 'pasadas' as const, limit: 1 };
  const total = desde > today ? 0 : (await find({ ...past, offset: 0 })).total;
  const { rows } =
    total === 0
      ? await find({ ...filters, desde, date: 'proximas', limit: 1, offset: 0 })
      : await find({ ...past, offset: total - 1 });
  return rows[0] === undefined ? null : monthOf(siteDay(rows[0].date, timeZone));
}
