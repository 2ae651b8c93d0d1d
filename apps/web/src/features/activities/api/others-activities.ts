import { listOthersActivities } from '@minga/contract/activities';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { callList } from '../../../lib/api.ts';
import { offlineMeta, pagedQuery, pageFetcher } from './paged-query.ts';

/** Upcoming activities of other organisers by ascending date, paged; of each series the next occurrence. */
export const othersActivities = infiniteQueryOptions({
  queryKey: [...activitiesKey, 'others'],
  queryFn: pageFetcher((paging, signal) =>
    callList(listOthersActivities, { query: { ...paging, series: 'next' }, signal }),
  ),
  ...pagedQuery,
  meta: offlineMeta,
});
