import { RADIUS_DEFAULT_KM, RADIUS_MAX_KM } from '@minga/contract/search-filters';
import type { SearchFilters } from './search-filters.ts';

export interface Closest {
  /** The heading of what these filters find. */
  readonly title: string;
  readonly filters: SearchFilters;
}

/** The search with one filter less that comes closest to one that found nothing; null if there is none. */
export function closestTo(filters: SearchFilters): Closest | null {
  const { cerca, radio = RADIUS_DEFAULT_KM, desde, hasta, cupos, etiqueta, categoria, colectivo } = filters;
  if (cerca !== undefined && Number(radio) < RADIUS_MAX_KM)
    return { title: 'Lo más cercano', filters: { ...filters, radio: String(RADIUS_MAX_KM) } };
  if (desde !== undefined || hasta !== undefined)
    return { title: nextTitle(filters), filters: { ...filters, desde: undefined, hasta: undefined } };
  if (cupos !== undefined)
    return { title: 'Con los cupos llenos', filters: { ...filters, cupos: undefined } };
  if (etiqueta !== undefined)
    return { title: 'Con otras etiquetas', filters: { ...filters, etiqueta: undefined } };
  if (categoria !== undefined)
    return { title: 'De otras categorías', filters: { ...filters, categoria: undefined } };
  if (colectivo !== undefined)
    return { title: 'De otros colectivos', filters: { ...filters, colectivo: undefined } };
  return null;
}

const nextTitle = ({ date }: SearchFilters) => (date === 'pasadas' ? 'Lo más reciente' : 'Lo próximo');
