import { searchActivities } from '@minga/contract/activities';
import { queryOptions } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { callList } from '../../../lib/api.ts';
import type { SearchFilters } from '../search-filters.ts';

const SHOWN = 3;

/** The first activities that fit. They may depend on the device's position, and are not persisted. */
export const closestActivities = (filters: SearchFilters) =>
  queryOptions({
    queryKey: [...activitiesKey, 'closest', filters],
    queryFn: ({ signal }) =>
      callList(searchActivities, { query: { ...filters, limit: SHOWN, offset: 0, series: 'next' }, signal }),
  });
