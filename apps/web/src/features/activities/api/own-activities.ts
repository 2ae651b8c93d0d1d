import { listOwnActivities } from '@minga/contract/activities';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { activitiesKey } from './activities-key.ts';

/** The activities of who is signed in. */
export const ownActivities = queryOptions({
  queryKey: [...activitiesKey, 'own'],
  queryFn: ({ signal }) => callList(listOwnActivities, { signal }),
  select: ({ rows }) => rows,
});
