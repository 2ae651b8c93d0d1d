import * as z from 'zod/mini';
import { INVALID_ID } from './endpoint.ts';

export const QUESTIONS_MAX = 5;
export const QUESTION_MAX = 120;
export const OPTIONS_MAX = 10;
export const OPTION_MAX = 60;
export const ANSWER_MAX = 300;
/** The number of days after the end of the activity at which answers are erased. */
export const ANSWERS_KEPT_DAYS = 30;

export const questionKinds = ['text', 'choice', 'yesno'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** A question that attendees answer when they confirm (docs/rules.md R12.1). */
export const question = z.object({
  _id: z.uuid(),
  label: z.string(),
  kind: z.enum(questionKinds),
  /** The options of a choice; empty for other kinds. */
  options: z.array(z.string()),
  required: z.boolean(),
});
export type Question = z.infer<typeof question>;

export const answer = z.object({
  questionId: z.uuid(INVALID_ID),
  value: z.string('La respuesta debe ser un texto'),
});
export type Answer = z.infer<typeof answer>;

export const answers = z
  .array(answer, 'Las respuestas deben ser una lista')
  .check(z.maxLength(QUESTIONS_MAX, 'Hay más respuestas que preguntas'));
