import { listSavedSearches } from '@minga/contract/saved-searches';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The user's saved searches, the newest first. */
export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: ({ signal }) => call(listSavedSearches, { signal }),
});
