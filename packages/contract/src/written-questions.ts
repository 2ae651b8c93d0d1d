import * as z from 'zod/mini';
import { formValue, haveDistinctIds } from './activity-values.ts';
import { INVALID_ID } from './endpoint.ts';
import { printedLine } from './printed-letters.ts';
import { OPTION_MAX, OPTIONS_MAX, QUESTION_MAX, QUESTIONS_MAX, questionKinds } from './questions.ts';

const NOT_OPTIONS = 'Las opciones deben ser una lista de textos';
const WRONG_OPTIONS = `Una pregunta de elegir lleva de 2 a ${OPTIONS_MAX} opciones distintas`;

/** A question as the organiser writes it. `_id` identifies an existing one. */
export const writtenQuestion = z
  .object(
    {
      _id: z.optional(z.uuid(INVALID_ID)),
      label: printedLine(
        QUESTION_MAX,
        'Escribe la pregunta',
        `La pregunta debe tener como máximo ${QUESTION_MAX} caracteres`,
      ),
      kind: z.enum(questionKinds, 'La pregunta debe ser «text», «choice» o «yesno»'),
      options: z._default(
        z.array(
          printedLine(
            OPTION_MAX,
            'Escribe la opción',
            `Cada opción debe tener como máximo ${OPTION_MAX} caracteres`,
          ),
          NOT_OPTIONS,
        ),
        [],
      ),
      required: z._default(z.boolean('Di si la pregunta es obligatoria o no'), false),
    },
    'Cada pregunta debe ser un objeto',
  )
  .check(
    z.refine(({ kind, options }) => kind !== 'choice' || isChoice(options), {
      error: WRONG_OPTIONS,
      path: ['options'],
    }),
  );
export type WrittenQuestion = z.output<typeof writtenQuestion>;

const isChoice = (options: readonly string[]) =>
  options.length >= 2 && options.length <= OPTIONS_MAX && new Set(options).size === options.length;

/** The questions of an activity; null clears them. */
export const writtenQuestions = formValue(
  z.nullable(
    z
      .array(writtenQuestion, 'Las preguntas deben ser una lista')
      .check(
        z.maxLength(QUESTIONS_MAX, `Puedes hacer como máximo ${QUESTIONS_MAX} preguntas`),
        z.refine(haveDistinctIds, 'Una pregunta está dos veces'),
      ),
  ),
);
