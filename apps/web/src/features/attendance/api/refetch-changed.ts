import type { Activity } from '@minga/contract/activities';
import type { QueryClient } from '@tanstack/react-query';
import { activitiesKey, oneActivityKey } from '../../../lib/activities-key.ts';

export type Changed = Pick<Activity, '_id' | 'capacity' | 'isLocationPrivate' | 'hasNeeds'>;

/** Who attends changes the places that are left and what is missing, and whether the viewer may see a private location. */
export function refetchChanged(queryClient: QueryClient, activity: Changed): void {
  const { _id, capacity, isLocationPrivate, hasNeeds } = activity;
  // The lists on screen show the places and needs too.
  if (capacity !== null || hasNeeds) void queryClient.invalidateQueries({ queryKey: activitiesKey });
  else if (isLocationPrivate) void queryClient.invalidateQueries({ queryKey: oneActivityKey(_id) });
}
