import { searchActivities } from '@minga/contract/activities';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { callList } from '../../../lib/api.ts';
import type { SearchFilters } from '../search-filters.ts';
import { offlineMeta, pagedQuery, pageFetcher } from './paged-query.ts';

/**
 * Search results by descending relevance, paged; of each series the next occurrence. The previous results stay visible while new ones load. The filters are
 * part of the key, so that a late response cannot replace the results of another search.
 */
export const searchResults = (filters: SearchFilters) =>
  infiniteQueryOptions({
    queryKey: [...activitiesKey, 'search', filters],
    queryFn: pageFetcher((paging, signal) =>
      callList(searchActivities, { query: { ...filters, ...paging, series: 'next' }, signal }),
    ),
    ...pagedQuery,
    placeholderData: keepPreviousData,
    meta: isPersisted(filters) ? offlineMeta : {},
  });

/**
 * Offline only lists without search terms, days and tags are available: storing every search would fill the storage. A list around
 * a position is never stored, because its key and its distances tell where the device was.
 */
const isPersisted = ({ q, place, etiqueta, desde, hasta, cupos, cerca }: SearchFilters): boolean =>
  [q, place, etiqueta, desde, hasta, cupos, cerca].every(value => value === undefined);
