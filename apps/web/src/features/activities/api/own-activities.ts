import { listOwnActivities } from '@minga/contract/activities';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { activitiesKey } from './activities-key.ts';
import { kept, paged, pagedBy } from './paged.ts';

/** The activities of who is signed in, page by page: what is to come, the nearest first, or what has been, the latest first. */
export const ownActivities = (when: 'proximas' | 'pasadas') =>
  infiniteQueryOptions({
    queryKey: [...activitiesKey, 'own', when],
    queryFn: pagedBy((paging, signal) =>
      callList(listOwnActivities, { query: { date: when, ...paging }, signal }),
    ),
    ...paged,
    meta: kept,
  });
