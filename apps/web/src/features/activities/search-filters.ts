import { SEARCH_MAX, type searchActivities } from '@minga/contract/activities';
import type { QueryInput } from '@minga/contract/endpoint';
import { urlText } from '../../lib/url-text.ts';

/** The filters that people choose; unused ones are undefined. */
export type SearchFilters = Omit<QueryInput<typeof searchActivities>, 'limit' | 'offset' | 'colectivo'>;

/**
 * Parses the filters of a URL or a form; invalid values are dropped. Every key is set, if only to undefined, because the
 * router keeps the URL's value of a missing key.
 */
export const parseFilters = ({ q, place, date, estado }: Record<string, unknown>): SearchFilters => ({
  q: parseText(q),
  place: parseText(place),
  date: date === 'proximas' || date === 'pasadas' ? date : undefined,
  estado: estado === 'promocionadas' ? estado : undefined,
});

/** The filters of the catalogue: words, and `pasadas`. Upcoming activities are the default and not in the URL. */
export function catalogueFilters(search: Record<string, unknown>): SearchFilters {
  const { q, date } = parseFilters(search);
  return { q, place: undefined, date: date === 'pasadas' ? date : undefined, estado: undefined };
}

/** The catalogue's request: upcoming activities by default. */
export const withDefaultDate = (filters: SearchFilters): SearchFilters => ({
  ...filters,
  date: filters.date ?? 'proximas',
});

const parseText = (value: unknown) => urlText(value, SEARCH_MAX);

export const hasFilters = (filters: SearchFilters): boolean =>
  Object.values(filters).some(value => value !== undefined);

export const equalFilters = (one: SearchFilters, other: SearchFilters): boolean =>
  JSON.stringify(parseFilters(one)) === JSON.stringify(parseFilters(other));

/** `path` with these filters as its query string, for URLs outside the router, such as feeds. */
export function searchUrl(path: string, filters: SearchFilters): string {
  const query = new URLSearchParams(JSON.parse(JSON.stringify(filters))).toString();
  return query === '' ? path : `${path}?${query}`;
}
