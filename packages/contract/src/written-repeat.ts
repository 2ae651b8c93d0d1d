import * as z from 'zod/mini';
import { formValue } from './activity-values.ts';
import { frequencies, weekdays } from './series.ts';

// The repetition of a new activity. It is not in `series.ts`, so that lists do not load it.

export const OCCURRENCES_MIN = 2;
export const OCCURRENCES_MAX = 60;
export const INTERVAL_MAX = 12;
/** The maximum number of days from the first occurrence to the last. */
export const SERIES_DAYS_MAX = 366;

const WRONG_INTERVAL = `El intervalo debe ser un número entero de 1 a ${INTERVAL_MAX}`;
const WRONG_COUNT = `Las fechas deben ser de ${OCCURRENCES_MIN} a ${OCCURRENCES_MAX}`;
const WRONG_UNTIL = 'El último día no es válido';
const WRONG_WEEKDAYS = 'Los días deben ser «mo», «tu», «we», «th», «fr», «sa» o «su»';

const isDay = (day: string) => {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

const fields = z.object(
  {
    frequency: z.enum(frequencies, 'La repetición debe ser «daily», «weekly» o «monthly»'),
    interval: z._default(
      z
        .number(WRONG_INTERVAL)
        .check(z.int(WRONG_INTERVAL), z.minimum(1, WRONG_INTERVAL), z.maximum(INTERVAL_MAX, WRONG_INTERVAL)),
      1,
    ),
    weekdays: z._default(
      z.array(z.enum(weekdays, WRONG_WEEKDAYS), WRONG_WEEKDAYS).check(
        z.maxLength(weekdays.length, WRONG_WEEKDAYS),
        z.refine(days => new Set(days).size === days.length, 'Un día de la semana está dos veces'),
      ),
      [],
    ),
    count: z.optional(
      z
        .number(WRONG_COUNT)
        .check(
          z.int(WRONG_COUNT),
          z.minimum(OCCURRENCES_MIN, WRONG_COUNT),
          z.maximum(OCCURRENCES_MAX, WRONG_COUNT),
        ),
    ),
    /** The last day in `APP_TIME_ZONE`, inclusive. */
    until: z.optional(
      z.string(WRONG_UNTIL).check(z.regex(/^\d{4}-\d{2}-\d{2}$/, WRONG_UNTIL), z.refine(isDay, WRONG_UNTIL)),
    ),
  },
  'La repetición debe ser un objeto',
);

/** The repetition of an activity, or null if it has none. A form sends its JSON text. */
export const repeat = formValue(
  z.nullable(
    fields.check(
      z.refine(
        ({ count, until }) => (count === undefined) !== (until === undefined),
        'Di cuántas fechas son o cuál es el último día, pero no ambas cosas',
      ),
      z.refine(
        ({ frequency, weekdays }) => frequency === 'weekly' || weekdays.length === 0,
        'Los días de la semana son solo para lo que se repite cada semana',
      ),
    ),
  ),
);
export type Repeat = z.infer<typeof fields>;
