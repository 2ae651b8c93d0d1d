import * as z from 'zod/mini';
import { formValue, haveDistinctIds, optionalDate } from './activity-values.ts';
import { needQuantity } from './claims.ts';
import { INVALID_ID } from './endpoint.ts';
import { NEED_NAME_MAX, NEED_NOTE_MAX, NEEDS_MAX, needKinds } from './needs.ts';
import { printable, printedLine } from './printed-letters.ts';
import { optionalLine } from './text.ts';

const BOTH_TIMES = 'Escribe la hora de inicio y la de fin, o ninguna';
const WRONG_ORDER = 'La tarea debe terminar después de empezar';
const NO_DAY = 'La hora debe llevar fecha y hora';

const time = z._default(
  z.pipe(
    optionalDate.check(z.refine(value => typeof value !== 'string', NO_DAY)),
    z.transform((value): Date | null => (value instanceof Date ? value : null)),
  ),
  null,
);

/** A need as the organiser writes it. `_id` identifies an existing one. */
export const writtenNeed = z
  .object(
    {
      _id: z.optional(z.uuid(INVALID_ID)),
      kind: z.enum(needKinds, 'Lo que se necesita debe ser «task» o «thing»'),
      name: printedLine(
        NEED_NAME_MAX,
        'Escribe qué se necesita',
        `El nombre debe tener como máximo ${NEED_NAME_MAX} caracteres`,
      ),
      quantity: needQuantity,
      startsAt: time,
      endsAt: time,
      note: z._default(
        z.pipe(
          z.nullable(
            optionalLine(NEED_NOTE_MAX, `La nota debe tener como máximo ${NEED_NOTE_MAX} caracteres`).check(
              printable,
            ),
          ),
          z.transform((note: string | null): string => note ?? ''),
        ),
        '',
      ),
    },
    'Lo que se necesita debe ser una lista de objetos',
  )
  .check(
    z.refine(({ startsAt, endsAt }) => (startsAt === null) === (endsAt === null), {
      error: BOTH_TIMES,
      path: ['startsAt'],
    }),
    z.refine(({ kind, startsAt }) => kind === 'task' || startsAt === null, {
      error: 'Solo las tareas llevan horario',
      path: ['startsAt'],
    }),
    z.refine(({ startsAt, endsAt }) => startsAt === null || endsAt === null || startsAt < endsAt, {
      error: WRONG_ORDER,
      path: ['endsAt'],
    }),
  );
export type WrittenNeed = z.output<typeof writtenNeed>;

/** The needs of an activity, in order; null clears them. */
export const writtenNeeds = formValue(
  z.nullable(
    z
      .array(writtenNeed, 'Lo que se necesita debe ser una lista')
      .check(
        z.maxLength(NEEDS_MAX, `Puedes pedir como máximo ${NEEDS_MAX} tareas y cosas`),
        z.refine(haveDistinctIds, 'Una tarea o cosa está dos veces'),
      ),
  ),
);
