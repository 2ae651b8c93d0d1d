import * as z from 'zod/mini';
import { followMails } from './collectives.ts';
import { endpoint, idParam, page } from './endpoint.ts';
import { searchQuery } from './search-query.ts';

// Saved searches. An account is notified of new activities that match, as followers of a collective are.

export const SAVED_SEARCHES_MAX = 20;

const mail = z.enum(followMails, 'Elige «inmediato», «diario» o «nunca»');

export const savedSearch = z.object({
  _id: z.uuid(),
  /** The description of the search, such as '«río» · Ambiente · a 20 km'. */
  words: z.string(),
  /** The used filters, in the format of a search. */
  filters: z.object({
    q: z.optional(z.string()),
    place: z.optional(z.string()),
    categoria: z.optional(z.string()),
    etiqueta: z.optional(z.string()),
    colectivo: z.optional(z.string()),
    cupos: z.optional(z.string()),
    accesible: z.optional(z.string()),
    /** The coordinates, rounded to 0.01 degrees. */
    cerca: z.optional(z.string()),
    radio: z.optional(z.string()),
  }),
  /** How often an e-mail lists new activities. The notification list shows each at once. */
  mail: z.enum(followMails),
  createdAt: z.iso.datetime(),
});
export type SavedSearch = z.infer<typeof savedSearch>;

const { limit: _limit, offset: _offset, series: _series, serie: _serie, ...filters } = searchQuery.shape;

export const newSavedSearch = z.object({
  /** The filters of time and promotion are validated and dropped, since new activities are announced regardless of their date. */
  filters: z.object(filters, 'Indica qué buscas'),
  /** The frequency of e-mails. If it is absent, a new search gets `diario`, and an already saved one does not change. */
  mail: z.optional(mail),
});

const tag = 'Búsquedas guardadas';

export const listSavedSearches = endpoint({
  method: 'GET',
  path: '/saved-searches',
  summary: 'Las búsquedas guardadas propias, la más nueva primero',
  tag,
  access: 'session',
  query: page,
  status: 200,
  reply: z.array(savedSearch),
  isList: true,
  errors: ['VALIDATION', 'UNAUTHENTICATED'],
});

export const saveSearch = endpoint({
  method: 'POST',
  path: '/saved-searches',
  summary: `Guardar una búsqueda para recibir aviso de lo nuevo: ${SAVED_SEARCHES_MAX} a lo sumo; las fechas y la promoción no se guardan`,
  tag,
  access: 'session',
  body: newSavedSearch,
  status: 201,
  reply: savedSearch,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'NOT_FOUND', 'CONFLICT'],
});

export const updateSavedSearch = endpoint({
  method: 'PUT',
  path: '/saved-searches/:id',
  summary: 'Cambiar cada cuánto llega un correo de lo nuevo de una búsqueda guardada',
  tag,
  access: 'session',
  params: idParam,
  body: z.object({ mail }),
  status: 200,
  reply: savedSearch,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'NOT_FOUND'],
});

export const deleteSavedSearch = endpoint({
  method: 'DELETE',
  path: '/saved-searches/:id',
  summary: 'Quitar una búsqueda guardada',
  tag,
  access: 'session',
  params: idParam,
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'NOT_FOUND'],
});
