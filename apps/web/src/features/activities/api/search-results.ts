import { searchActivities } from '@minga/contract/activities';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import type { SearchFilters } from '../search-filters.ts';
import { activitiesKey } from './activities-key.ts';
import { kept, paged, pagedBy } from './paged.ts';

/**
 * What a search finds, the best first, page by page. Earlier results stay while new ones load; each search has a place
 * of its own in the cache, so that an answer that comes late replaces none but its own.
 */
export const searchResults = (filters: SearchFilters) =>
  infiniteQueryOptions({
    queryKey: [...activitiesKey, 'search', filters],
    queryFn: pagedBy((paging, signal) =>
      callList(searchActivities, { query: { ...filters, ...paging }, signal }),
    ),
    ...paged,
    placeholderData: keepPreviousData,
    // Without a network there is what is to come and what has been, not each word that was ever looked for.
    meta: filters.q === undefined && filters.place === undefined ? kept : {},
  });
