import { listOwnActivities } from '@minga/contract/activities';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { callList } from '../../../lib/api.ts';
import { offlineMeta, pagedQuery, pageFetcher } from './paged-query.ts';

/** The user's own activities, paged: upcoming ones by ascending date, of each series the next, or past ones by descending date. */
export const ownActivities = (when: 'proximas' | 'pasadas') =>
  infiniteQueryOptions({
    queryKey: [...activitiesKey, 'own', when],
    queryFn: pageFetcher((paging, signal) =>
      callList(listOwnActivities, {
        query: { date: when, ...paging, ...(when === 'proximas' && { series: 'next' as const }) },
        signal,
      }),
    ),
    ...pagedQuery,
    meta: offlineMeta,
  });
