import { listPromotedActivities } from '@minga/contract/activities';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { activitiesKey } from './activities-key.ts';
import { kept, paged, pagedBy } from './paged.ts';

/** What is promoted now, by others or by who is signed in, page by page. */
export const promotedActivities = (whose: 'others' | 'own') =>
  infiniteQueryOptions({
    queryKey: [...activitiesKey, 'promoted', whose],
    queryFn: pagedBy((paging, signal) =>
      callList(listPromotedActivities, {
        query: { own: whose === 'own' ? 'true' : 'false', ...paging },
        signal,
      }),
    ),
    ...paged,
    meta: kept,
  });
