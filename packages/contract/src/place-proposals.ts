import * as z from 'zod/mini';
import { PLACE_MAX } from './activities.ts';
import { endpoint } from './endpoint.ts';
import { location } from './location.ts';
import { optionalLine } from './text.ts';

export const PLACE_PROPOSALS_MAX = 10;

/** A place where activities have taken place, with its most frequent location. */
export const placeProposal = z.object({
  place: z.string(),
  /** The location, or null if no activity at the place has one. */
  location: z.nullable(location),
});
export type PlaceProposal = z.infer<typeof placeProposal>;

export const listPlaces = endpoint({
  method: 'GET',
  path: '/places',
  summary: `Lugares conocidos con una palabra que empieza así, primero el más usado: ${PLACE_PROPOSALS_MAX} a lo sumo, de actividades públicas de dos personas o más o de las propias; nunca una ubicación privada`,
  tag: 'Actividades',
  access: 'session',
  query: z.object({ q: optionalLine(PLACE_MAX, `El lugar tiene como máximo ${PLACE_MAX} caracteres`) }),
  status: 200,
  reply: z.array(placeProposal),
  errors: ['VALIDATION', 'UNAUTHENTICATED'],
});
