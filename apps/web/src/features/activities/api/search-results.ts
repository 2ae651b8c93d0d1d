import { searchActivities } from '@minga/contract/activities';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { callList } from '../../../lib/api.ts';
import type { SearchFilters } from '../search-filters.ts';
import { offlineMeta, pagedQuery, pageFetcher } from './paged-query.ts';

/**
 * Search results by descending relevance, paged. The previous results stay visible while new ones load. The filters are
 * part of the key, so that a late response cannot replace the results of another search.
 */
export const searchResults = (filters: SearchFilters & { colectivo?: string }) =>
  infiniteQueryOptions({
    queryKey: [...activitiesKey, 'search', filters],
    queryFn: pageFetcher((paging, signal) =>
      callList(searchActivities, { query: { ...filters, ...paging }, signal }),
    ),
    ...pagedQuery,
    placeholderData: keepPreviousData,
    // Offline only the lists without search terms are available; storing every search would fill the storage.
    meta: filters.q === undefined && filters.place === undefined ? offlineMeta : {},
  });
