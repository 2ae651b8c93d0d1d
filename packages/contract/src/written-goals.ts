import * as z from 'zod/mini';
import { formValue, haveDistinctIds } from './activity-values.ts';
import { endpoint, INVALID_ID, idParam } from './endpoint.ts';
import { GOAL_MAX, GOAL_TARGET_MAX, GOAL_UNIT_MAX, GOALS_MAX, goal } from './goals.ts';
import { printedLine } from './printed-letters.ts';

const WRONG_TARGET = 'La meta debe ser un número entero de 1 a 1.000.000';
/** The maximum progress, which may exceed the target. */
const REACHED_MAX = 1_000_000_000;
const WRONG_REACHED = 'Lo logrado debe ser un número entero desde 0';

/** A goal as the organiser writes it. `_id` identifies an existing one, which retains its progress. */
export const writtenGoal = z.object(
  {
    _id: z.optional(z.uuid(INVALID_ID)),
    label: printedLine(
      GOAL_MAX,
      'Escribe qué quieren lograr',
      `Lo que quieren lograr debe tener como máximo ${GOAL_MAX} caracteres`,
    ),
    target: z
      .number(WRONG_TARGET)
      .check(z.int(WRONG_TARGET), z.minimum(1, WRONG_TARGET), z.maximum(GOAL_TARGET_MAX, WRONG_TARGET)),
    unit: printedLine(
      GOAL_UNIT_MAX,
      'Escribe de qué es la meta',
      `«De qué» debe tener como máximo ${GOAL_UNIT_MAX} caracteres`,
    ),
  },
  'Cada meta debe ser un objeto',
);
export type WrittenGoal = z.output<typeof writtenGoal>;

/** The goals of an activity; null clears them. */
export const writtenGoals = formValue(
  z.nullable(
    z
      .array(writtenGoal, 'Las metas deben ser una lista')
      .check(
        z.maxLength(GOALS_MAX, `Puedes poner como máximo ${GOALS_MAX} metas`),
        z.refine(haveDistinctIds, 'Una meta está dos veces'),
      ),
  ),
);

export const goalProgress = z.object({
  reached: z
    .number(WRONG_REACHED)
    .check(z.int(WRONG_REACHED), z.minimum(0, WRONG_REACHED), z.maximum(REACHED_MAX, WRONG_REACHED)),
});

export const updateGoal = endpoint({
  method: 'PATCH',
  path: '/tasks/:id/goals/:goalId',
  summary: 'Anotar cuánto se ha logrado de una meta',
  tag: 'Actividades',
  access: 'session',
  params: z.extend(idParam, { goalId: z.uuid(INVALID_ID) }),
  body: goalProgress,
  status: 200,
  reply: goal,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});
