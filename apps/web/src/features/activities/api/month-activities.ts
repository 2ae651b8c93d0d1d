import { searchActivities } from '@minga/contract/activities';
import { queryOptions } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { callList } from '../../../lib/api.ts';
import { siteDay } from '../../../lib/dates.ts';
import { now } from '../../../lib/now.ts';
import { siteTimeZone } from '../../../lib/time-zone.ts';
import type { CalendarFilters } from '../calendar-search.ts';
import { loadMonth } from '../load-month.ts';

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
