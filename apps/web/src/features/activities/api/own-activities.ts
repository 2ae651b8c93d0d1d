import { listOwnActivities } from '@minga/contract/activities';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { callList } from '../../../lib/api.ts';
import type { OwnFilter } from '../own-filter.ts';
import { offlineMeta, pagedQuery, pageFetcher } from './paged-query.ts';

/**
 * The activities that the user manages, paged: upcoming ones by ascending date or past ones by descending date. The filter selects
 * those of one collective, or the user's own.
 */
export const ownActivities = (when: 'proximas' | 'pasadas', filter: OwnFilter = {}) =>
  infiniteQueryOptions({
    queryKey: [...activitiesKey, 'own', when, filter.isOwn ? 'own' : (filter.collective ?? '')],
    queryFn: pageFetcher((paging, signal) =>
      callList(listOwnActivities, {
        query: {
          date: when,
          ...(!filter.isOwn && { gestiono: 'true', colectivo: filter.collective }),
          ...paging,
        },
        signal,
      }),
    ),
    ...pagedQuery,
    meta: offlineMeta,
  });
