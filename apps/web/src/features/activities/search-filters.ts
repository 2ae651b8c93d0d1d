import { SEARCH_MAX, SLUG_MAX, type searchActivities } from '@minga/contract/activities';
import type { QueryInput } from '@minga/contract/endpoint';
import { filterQuery } from '@minga/contract/search-filters';
import { categories, normalizedTag } from '@minga/contract/topics';
import type * as z from 'zod/mini';
import { urlText } from '../../lib/url-text.ts';

/** The filters that people choose; unused ones are undefined. */
export type SearchFilters = Omit<
  QueryInput<typeof searchActivities>,
  'limit' | 'offset' | 'series' | 'serie'
>;

/** The value of `cerca` that stands for the device's position, which itself is never in a URL (docs/rules.md R16.4). */
export const HERE = 'aqui';

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
  ...parseDays(given),
  cupos: oneOf(['libres'], given.cupos),
  cerca: ifValid(point, given.cerca),
  radio: ifValid(radius, given.radio),
});

/**
 * The filters of the catalogue: all but the place and the promotion, and a collective. Upcoming activities are the default and
 * not in the URL. `cerca` may be `HERE`.
 */
export function catalogueFilters(search: Record<string, unknown>): SearchFilters {
  const { date, radio, ...filters } = parseFilters(search);
  const cerca = search.cerca === HERE ? HERE : filters.cerca;
  return {
    ...filters,
    place: undefined,
    date: date === 'pasadas' ? date : undefined,
    estado: undefined,
    cerca,
    radio: cerca && radio,
    colectivo: urlText(search.colectivo, SLUG_MAX),
  };
}

/** The filters as the server gets them: `HERE` becomes the device's `position`, or no filter while that is unknown. */
export function withPosition(filters: SearchFilters, position: string | null): SearchFilters {
  const cerca = filters.cerca === HERE ? (position ?? undefined) : filters.cerca;
  return { ...filters, cerca, radio: cerca && filters.radio };
}

/** Without a last day before the first. */
function parseDays(given: Record<string, unknown>) {
  const desde = ifValid(day, given.desde);
  const hasta = ifValid(day, given.hasta);
  return { desde, hasta: desde !== undefined && hasta !== undefined && hasta < desde ? undefined : hasta };
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
  Object.keys({ ...one, ...other }).every(
    key => one[key as keyof SearchFilters] === other[key as keyof SearchFilters],
  );

/** `path` with these filters as its query string, for URLs outside the router, such as feeds. */
export function searchUrl(path: string, filters: SearchFilters & { colectivo?: string | undefined }): string {
  const query = new URLSearchParams(JSON.parse(JSON.stringify(filters))).toString();
  return query === '' ? path : `${path}?${query}`;
}
