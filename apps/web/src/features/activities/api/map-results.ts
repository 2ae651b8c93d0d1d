import { searchActivities } from '@minga/contract/activities';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { callList } from '../../../lib/api.ts';
import { fetchRows } from '../../../lib/fetch-all-rows.ts';
import type { SearchFilters } from '../search-filters.ts';
import type { Page } from './paged-query.ts';

/**
 * The results of a search for the map: the first 500, with the count of all. Of each series the next occurrence, as in the
 * catalogue. `firstPage` is shown meanwhile.
 */
export const mapResults = (filters: SearchFilters, firstPage: Page | undefined) =>
  queryOptions({
    queryKey: [...activitiesKey, 'map', filters],
    queryFn: ({ signal }) =>
      fetchRows(paging =>
        callList(searchActivities, { query: { ...filters, ...paging, series: 'next' }, signal }),
      ),
    placeholderData: firstPage ?? keepPreviousData,
  });
