import { listOthersActivities } from '@minga/contract/activities';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { activitiesKey } from './activities-key.ts';
import { PAGE_SIZE, paged } from './paged.ts';

/** What others publish and has not passed, the nearest first, page by page. */
export const othersActivities = infiniteQueryOptions({
  queryKey: [...activitiesKey, 'others'],
  queryFn: ({ pageParam, signal }) =>
    callList(listOthersActivities, { query: { limit: PAGE_SIZE, offset: pageParam }, signal }),
  ...paged,
});
