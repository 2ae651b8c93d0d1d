import { searchActivities } from '@minga/contract/activities';
import { queryOptions } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/server/activities-key.ts';
import { callList } from '../../../lib/server/api.ts';

/** The occurrences of a series that are to come, by date: all, since a series has 60 at most. */
export const seriesDates = (seriesId: string) =>
  queryOptions({
    queryKey: [...activitiesKey, 'series', seriesId],
    queryFn: async ({ signal }) => {
      const query = { serie: seriesId, date: 'proximas' } as const;
      const { rows } = await callList(searchActivities, { query, signal });
      return rows.map(({ _id, title, date }) => ({ _id, title, date }));
    },
  });
