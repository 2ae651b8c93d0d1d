import type { Activity } from '@minga/contract/activities';
import { queryOptions } from '@tanstack/react-query';
import { ownAttendances } from '../../../lib/own-attendances.ts';

/** The activities that the user attends, by date, without duplicates. */
export const attendedActivities = queryOptions({
  ...ownAttendances,
  select: (attendances): Activity[] => [...new Map(attendances.map(({ task }) => [task._id, task])).values()],
});
