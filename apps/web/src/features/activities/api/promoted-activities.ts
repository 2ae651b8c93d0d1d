import { listPromotedActivities } from '@minga/contract/activities';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { activitiesKey } from './activities-key.ts';
import { PAGE_SIZE, paged } from './paged.ts';

/** What is promoted now, by others or by who is signed in, page by page. */
export const promotedActivities = (whose: 'others' | 'own') =>
  infiniteQueryOptions({
    queryKey: [...activitiesKey, 'promoted', whose],
    queryFn: ({ pageParam, signal }) =>
      callList(listPromotedActivities, {
        query: { own: whose === 'own' ? 'true' : 'false', limit: PAGE_SIZE, offset: pageParam },
        signal,
      }),
    ...paged,
  });
