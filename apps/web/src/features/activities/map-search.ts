import { catalogueFilters, type SearchFilters } from './search-filters.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The parameters of /mapa: the catalogue's filters and the activity to show first. */
export const mapSearch = (
  search: Record<string, unknown>,
): SearchFilters & { actividad?: string | undefined } => ({
  ...catalogueFilters(search),
  actividad:
    typeof search.actividad === 'string' && UUID.test(search.actividad) ? search.actividad : undefined,
});
