import type { Activity } from '@minga/contract/activities';
import { listOwnAttendances } from '@minga/contract/attendance';
import { queryOptions } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { callList } from '../../../lib/api.ts';
import { fetchAllRows } from '../../../lib/fetch-all-rows.ts';
import { activityEntries } from './paged-query.ts';

/** The activities that the user attends, by date, without duplicates. Always stale: attendances change on other screens. */
export const attendedActivities = queryOptions({
  queryKey: [...activitiesKey, 'attended'],
  queryFn: async ({ signal }): Promise<Activity[]> => {
    const attendances = await fetchAllRows(query => callList(listOwnAttendances, { query, signal }));
    return [...new Map(attendances.map(({ task }) => [task._id, task])).values()];
  },
  staleTime: 0,
  meta: { isPersisted: true, parts: data => activityEntries(data as Activity[]) },
});
