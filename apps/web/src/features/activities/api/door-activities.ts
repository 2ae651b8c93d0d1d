import { listOwnActivities } from '@minga/contract/activities';
import { queryOptions } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { callList } from '../../../lib/api.ts';

const LIMIT = 50;

/** The activities whose door the user is in charge of without managing them, until it closes: the 50 earliest. */
export const doorActivities = queryOptions({
  queryKey: [...activitiesKey, 'door'],
  queryFn: ({ signal }) => callList(listOwnActivities, { query: { recibo: 'true', limit: LIMIT }, signal }),
  meta: { isPersisted: true },
});
