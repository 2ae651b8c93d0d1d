import type { SearchFilters } from '../search.ts';

/** The catalogue's request: by default upcoming activities; those of some days around a point by day, each with its distance. */
export function withDefaults(filters: SearchFilters): SearchFilters {
  const { date = 'proximas', desde, hasta, cerca, orden } = filters;
  const hasDays = desde !== undefined || hasta !== undefined;
  return { ...filters, date, orden: orden ?? (cerca !== undefined && hasDays ? 'fecha' : undefined) };
}

/** Whether a request's results are in the order of their days. */
export const isByDay = ({ q, cerca, orden }: SearchFilters): boolean =>
  orden === 'fecha' || (q === undefined && cerca === undefined);

/** Whether the results of these filters begin with the best match of the words, an order that the rows do not show. */
export const isRanked = ({ q, cerca, orden }: SearchFilters): boolean =>
  q !== undefined && cerca === undefined && orden === undefined;
