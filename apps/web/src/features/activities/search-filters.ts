import { SEARCH_MAX, type searchActivities } from '@minga/contract/activities';
import type { QueryInput } from '@minga/contract/endpoint';
import { filterQuery } from '@minga/contract/search-filters';
import { categories, normalizedTag } from '@minga/contract/topics';
import type * as z from 'zod/mini';
import { urlText } from '../../lib/url-text.ts';

/** The filters that people choose; unused ones are undefined. */
export type SearchFilters = Omit<
  QueryInput<typeof searchActivities>,
  'limit' | 'offset' | 'colectivo' | 'series' | 'serie'
>;

const { desde: day, cerca: point, radio: radius } = filterQuery;

/**
 * Parses the filters of a URL or a form; invalid values are dropped. Every key is set, if only to undefined, because the
 * router keeps the URL's value of a missing key.
 */
export const parseFilters = (given: Record<string, unknown>): SearchFilters => ({
  q: parseText(given.q),
  place: parseText(given.place),
  date: oneOf(['proximas', 'pasadas'], given.date),
  estado: oneOf(['promocionadas'], given.estado),
  categoria: oneOf(categories, given.categoria),
  etiqueta: typeof given.etiqueta === 'string' ? normalizedTag(given.etiqueta) || undefined : undefined,
  desde: ifValid(day, given.desde),
  hasta: ifValid(day, given.hasta),
  cupos: oneOf(['libres'], given.cupos),
  cerca: ifValid(point, given.cerca),
  radio: ifValid(radius, given.radio),
});

/** The filters of the catalogue: all but the place and the promotion. Upcoming activities are the default and not in the URL. */
export function catalogueFilters(search: Record<string, unknown>): SearchFilters {
  const { date, ...filters } = parseFilters(search);
  return {
    ...filters,
    place: undefined,
    date: date === 'pasadas' ? date : undefined,
    estado: undefined,
  };
}

const oneOf = <const T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find(one => one === value);

/** The text as it was given, since the request repeats it. */
const ifValid = (schema: z.ZodMiniType, value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && schema.safeParse(value).success ? value : undefined;

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
export function searchUrl(path: string, filters: SearchFilters & { colectivo?: string | undefined }): string {
  const query = new URLSearchParams(JSON.parse(JSON.stringify(filters))).toString();
  return query === '' ? path : `${path}?${query}`;
}
