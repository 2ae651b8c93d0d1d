import type { Activity } from '@minga/contract/activities';
import { listOwnAttendances } from '@minga/contract/attendance';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { everyRow } from '../../../lib/every-row.ts';
import { activitiesKey } from './activities-key.ts';
import { asAnswers } from './paged.ts';

/** Where one has confirmed that one goes, by date, each activity once. Asked at each visit: it changes on every other screen. */
export const attendedActivities = queryOptions({
  queryKey: [...activitiesKey, 'attended'],
  queryFn: async ({ signal }): Promise<Activity[]> => {
    const attendances = await everyRow(query => callList(listOwnAttendances, { query, signal }));
    return [...new Map(attendances.map(({ task }) => [task._id, task])).values()];
  },
  staleTime: 0,
  meta: { isKept: true, parts: data => asAnswers(data as Activity[]) },
});
