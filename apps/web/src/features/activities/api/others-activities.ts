import { listOthersActivities } from '@minga/contract/activities';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { activitiesKey } from './activities-key.ts';
import { kept, paged, pagedBy } from './paged.ts';

/** What others publish and has not passed, the nearest first, page by page. */
export const othersActivities = infiniteQueryOptions({
  queryKey: [...activitiesKey, 'others'],
  queryFn: pagedBy((paging, signal) => callList(listOthersActivities, { query: paging, signal })),
  ...paged,
  meta: kept,
});
