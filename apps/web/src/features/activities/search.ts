import { knownAccessibility } from '@minga/contract/accessibility';
import type { searchActivities } from '@minga/contract/activities';
import type { QueryInput } from '@minga/contract/endpoint';
import { isDay, isPoint, isRadius, SEARCH_MAX, SLUG_MAX } from '@minga/contract/search-values';
import { categories, normalizedTag } from '@minga/contract/topics';
import { urlText } from '../../lib/url-text.ts';

/** Whether it is a month from 2000 to 2199, such as '2026-12'. In a file of its own: every screen loads it (budget.ts). */
export const isMonth = (text: string): boolean => /^2[01]\d\d-(0[1-9]|1[0-2])$/.test(text);

/** The filters that people choose; unused ones are undefined. */
export type SearchFilters = Omit<
  QueryInput<typeof searchActivities>,
  'limit' | 'offset' | 'series' | 'serie'
>;

/** The value of `cerca` that stands for the device's position, which itself is never in a URL (docs/rules.md R16.4). */
export const HERE = 'aqui';

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
  accesible: knownAccessibility(String(given.accesible).split(',')).join() || undefined,
  cerca: ifValid(isPoint, given.cerca),
  radio: ifValid(isRadius, given.radio),
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
    // Without words and a point the results have one order.
    orden: oneOf(filters.q || cerca ? ['fecha'] : [], search.orden),
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
  const desde = ifValid(isDay, given.desde);
  const hasta = ifValid(isDay, given.hasta);
  return { desde, hasta: desde !== undefined && hasta !== undefined && hasta < desde ? undefined : hasta };
}

const oneOf = <const T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find(one => one === value);

/** The text as it was given, since the request repeats it. */
const ifValid = (isValid: (text: string) => boolean, value: unknown): string | undefined =>
  typeof value === 'string' && isValid(value) ? value : undefined;

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

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The parameters of /mapa: the catalogue's filters and the activity to show first. */
export const mapSearch = (
  search: Record<string, unknown>,
): SearchFilters & { actividad?: string | undefined } => ({
  ...catalogueFilters(search),
  actividad:
    typeof search.actividad === 'string' && UUID.test(search.actividad) ? search.actividad : undefined,
});

/** Selects among the activities that the user manages; all of them by default. */
export interface OwnFilter {
  /** Only those that the user published. */
  readonly isOwn?: boolean;
  /** The slug of a collective: only its activities. */
  readonly collective?: string | undefined;
}

/** The search parameters of /tasks. Every key is set, if only to undefined: the router keeps the URL's value of a missing key. */
interface OwnSearch {
  ver?: 'mias' | undefined;
  colectivo?: string | undefined;
}

export function ownSearch({ ver, colectivo }: Record<string, unknown>): OwnSearch {
  if (ver === 'mias') return { ver, colectivo: undefined };
  return { ver: undefined, colectivo: urlText(colectivo, SLUG_MAX) };
}

export const ownFilter = ({ ver, colectivo }: OwnSearch): OwnFilter =>
  ver === 'mias' ? { isOwn: true } : { collective: colectivo };

export const hasOwnFilter = ({ isOwn = false, collective }: OwnFilter): boolean =>
  isOwn || collective !== undefined;

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

/** The filters of the two lists on a collective's page, in its order. */
export const collectiveFilters = (slug: string) =>
  [
    { colectivo: slug, date: 'proximas' },
    { colectivo: slug, date: 'pasadas' },
  ] as const;
