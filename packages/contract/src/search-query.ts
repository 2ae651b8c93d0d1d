import * as z from 'zod/mini';
import { choice } from './choice.ts';
import { INVALID_ID, page } from './endpoint.ts';
import { dateFilter, filterQuery } from './search-filters.ts';
import { SEARCH_MAX, SLUG_MAX } from './search-values.ts';
import { seriesQuery } from './series.ts';
import { optionalLine } from './text.ts';

const searchText = optionalLine(SEARCH_MAX, 'La búsqueda es demasiado larga');

/** The filters of a search, which saved searches and lists in other sites' frames share. */
export const searchQuery = z.extend(page, {
  ...seriesQuery,
  q: searchText,
  place: searchText,
  date: dateFilter,
  /** Sorts by day. By default only a search without a point and words is; around a point the nearest are first, with words the best. */
  orden: choice(['fecha'], '«orden» debe ser «fecha»'),
  estado: choice(['promocionadas'], 'El estado debe ser «promocionadas»'),
  /** The slug of the collective to whose activities the search is restricted. */
  colectivo: optionalLine(SLUG_MAX, 'Colectivo no encontrado'),
  /** The series to whose occurrences the search is restricted. */
  serie: z.optional(z.uuid(INVALID_ID)),
  ...filterQuery,
});
