import * as z from 'zod/mini';
import { INVALID_ID } from './endpoint.ts';
import { type Claim, NEED_QUANTITY_MAX, NEEDS_MAX } from './needs.ts';

const WRONG_QUANTITY = 'La cantidad debe ser un número entero de 1 a 1.000';
export const needQuantity = z
  .number(WRONG_QUANTITY)
  .check(z.int(WRONG_QUANTITY), z.minimum(1, WRONG_QUANTITY), z.maximum(NEED_QUANTITY_MAX, WRONG_QUANTITY));

/** A claim in a request. */
const claim = z.object(
  { needId: z.uuid(INVALID_ID), quantity: needQuantity },
  'Cada elección debe ser un objeto',
);
const areDistinct = (claims: readonly Claim[]) =>
  new Set(claims.map(({ needId }) => needId)).size === claims.length;

export const claims = z
  .array(claim, 'Las elecciones deben ser una lista')
  .check(
    z.maxLength(NEEDS_MAX, `Puedes elegir como máximo ${NEEDS_MAX} cosas`),
    z.refine(areDistinct, 'Una tarea o cosa está elegida dos veces'),
  );
