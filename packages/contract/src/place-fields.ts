import * as z from 'zod/mini';
import { formValue } from './activity-values.ts';
import { CAPACITY_MAX, COMPANIONS_MAX, wholeCompanions } from './places.ts';

const WRONG_CAPACITY = 'Los cupos deben ser un número entero de 1 a 100.000';

/** The maximum number of people, or null if there is no limit. */
export const capacity = z.nullable(
  z
    .number(WRONG_CAPACITY)
    .check(z.int(WRONG_CAPACITY), z.minimum(1, WRONG_CAPACITY), z.maximum(CAPACITY_MAX, WRONG_CAPACITY)),
);

/** The maximum number of companions that one person may bring. */
export const companionsMax = wholeCompanions(
  `Los acompañantes por persona deben ser de 0 a ${COMPANIONS_MAX}`,
);

/** The fields of an activity that determine which parties get a place. */
export const placeFields = {
  capacity: z.optional(formValue(capacity)),
  companionsMax: z.optional(formValue(z.nullable(companionsMax))),
  hasWaitingList: z.optional(formValue(z.nullable(z.boolean('«hasWaitingList» debe ser «true» o «false»')))),
  /** Whether each party is asked on the day before whether it still attends. */
  asksAgain: z.optional(formValue(z.nullable(z.boolean('«asksAgain» debe ser «true» o «false»')))),
};
