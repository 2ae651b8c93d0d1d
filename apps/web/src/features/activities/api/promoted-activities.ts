import { listPromotedActivities } from '@minga/contract/activities';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { callList } from '../../../lib/api.ts';
import { offlineMeta, pagedQuery, pageFetcher } from './paged-query.ts';

/** Currently promoted activities of other organisers or of the user, paged. */
export const promotedActivities = (whose: 'others' | 'own') =>
  infiniteQueryOptions({
    queryKey: [...activitiesKey, 'promoted', whose],
    queryFn: pageFetcher((paging, signal) =>
      callList(listPromotedActivities, {
        query: { own: whose === 'own' ? 'true' : 'false', ...paging },
        signal,
      }),
    ),
    ...pagedQuery,
    meta: offlineMeta,
  });
