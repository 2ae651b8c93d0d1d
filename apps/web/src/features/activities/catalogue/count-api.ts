import { searchActivities } from '@minga/contract/activities';
import { queryOptions } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/server/activities-key.ts';
import { callList } from '../../../lib/server/api.ts';
import type { SearchFilters } from '../search.ts';
import { withDefaults } from './search-request.ts';

/** The request that counts the results of a search; a series counts once, as in the list. */
export const countRequest = (filters: SearchFilters) =>
  ({ ...withDefaults(filters), limit: 1, offset: 0, series: 'next' }) as const;

/** The number of results of a search. The filters may have the device's position, so it is not persisted. */
export const countResults = (filters: SearchFilters) =>
  queryOptions({
    queryKey: [...activitiesKey, 'count', filters],
    queryFn: async ({ signal }) =>
      (await callList(searchActivities, { query: countRequest(filters), signal })).total,
  });

/** The numbers of results of some searches. */
export const countEach = (searches: readonly SearchFilters[]) =>
  queryOptions({
    queryKey: [...activitiesKey, 'counts', searches],
    queryFn: ({ client }) => Promise.all(searches.map(filters => client.fetchQuery(countResults(filters)))),
  });
