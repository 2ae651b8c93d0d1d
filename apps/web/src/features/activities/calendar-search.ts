import { SLUG_MAX } from '@minga/contract/activities';
import { urlText } from '../../lib/url-text.ts';
import { isMonth } from './is-month.ts';
import { catalogueFilters, type SearchFilters, withPosition } from './search-filters.ts';

/** The filters of the calendar: the catalogue's, except those of the time, and a collective. */
export type CalendarFilters = SearchFilters & { colectivo?: string | undefined };

export type CalendarSearch = CalendarFilters & {
  /** '2026-12'; undefined: the current month. */
  mes?: string | undefined;
};

/** Parses the address of the calendar; invalid values are dropped. Every key is set, as in `parseFilters`. */
export function calendarSearch(search: Record<string, unknown>): CalendarSearch {
  const { mes } = search;
  return {
    // A month in the order of time has no use for the device's position.
    ...withPosition(catalogueFilters(search), null),
    date: undefined,
    desde: undefined,
    hasta: undefined,
    colectivo: urlText(search.colectivo, SLUG_MAX),
    mes: typeof mes === 'string' && isMonth(mes) ? mes : undefined,
  };
}

/** The filters without the month. */
export function filtersOf({ mes: _month, ...filters }: CalendarSearch): CalendarFilters {
  return filters;
}

export const isFiltered = (filters: CalendarFilters): boolean =>
  Object.values(filters).some(value => value !== undefined);
