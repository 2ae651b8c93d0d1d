import { SEARCH_MAX, type searchActivities } from '@minga/contract/activities';
import type { QueryInput } from '@minga/contract/endpoint';

/** What a search asks for; what it does not mind about is undefined. */
export type SearchFilters = Omit<QueryInput<typeof searchActivities>, 'limit' | 'offset'>;

/**
 * The filters that an address or a form names, trimmed; what no search takes is left aside. Each is named, if only as
 * undefined: the router would pass on what the address says.
 */
export const filtersIn = ({ q, place, date, estado }: Record<string, unknown>): SearchFilters => ({
  q: wordsIn(q),
  place: wordsIn(place),
  date: date === 'proximas' || date === 'pasadas' ? date : undefined,
  estado: estado === 'promocionadas' ? estado : undefined,
});

/** The catalogue's own: words, and whether it is over. What is to come is what one means without saying so. */
export function catalogueFilters(search: Record<string, unknown>): SearchFilters {
  const { q, date } = filtersIn(search);
  return { q, place: undefined, date: date === 'pasadas' ? date : undefined, estado: undefined };
}

/** What the catalogue asks for: without a date, what is to come. */
export const catalogueSearch = (filters: SearchFilters): SearchFilters => ({
  ...filters,
  date: filters.date ?? 'proximas',
});

// What has no shape cannot be meant, and no search takes it.
const shapeless = /[\p{Cc}\p{Cf}]/gu;

const wordsIn = (value: unknown) =>
  (typeof value === 'string' && value.replace(shapeless, ' ').trim().slice(0, SEARCH_MAX).trimEnd()) ||
  undefined;

export const hasFilters = (filters: SearchFilters): boolean =>
  Object.values(filters).some(value => value !== undefined);

export const sameFilters = (one: SearchFilters, other: SearchFilters): boolean =>
  JSON.stringify(filtersIn(one)) === JSON.stringify(filtersIn(other));

/** `path` with these filters as its query, for what lies outside of the app's own screens. */
export function searchAddress(path: string, filters: SearchFilters): string {
  const query = new URLSearchParams(JSON.parse(JSON.stringify(filters))).toString();
  return query === '' ? path : `${path}?${query}`;
}
