import { type AttendanceWithActivity, listOwnAttendances } from '@minga/contract/attendance';
import { queryOptions } from '@tanstack/react-query';
import { activitiesKey, oneActivityKey } from '../server/activities-key.ts';
import { callList } from '../server/api.ts';
import { fetchAllRows } from '../server/fetch-all-rows.ts';

/** The user's attendances with their activities, by date. Always stale: attendances change on other screens. */
export const ownAttendances = queryOptions({
  queryKey: [...activitiesKey, 'own-attendances'],
  queryFn: ({ signal }) => fetchAllRows(query => callList(listOwnAttendances, { query, signal })),
  staleTime: 0,
  meta: {
    isPersisted: true,
    parts: data =>
      (data as AttendanceWithActivity[]).map(({ task }) => ({
        queryKey: oneActivityKey(task._id),
        data: task,
      })),
  },
});

/** How many activities these are: the dates of a series are one (docs/rules.md R15.6). */
export const countActivities = (attendances: readonly Pick<AttendanceWithActivity, 'task'>[]): number =>
  new Set(attendances.map(({ task }) => task.series?._id ?? task._id)).size;
