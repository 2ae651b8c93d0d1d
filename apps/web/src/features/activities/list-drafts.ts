import { questionKinds } from '@minga/contract/questions';
import { writtenGoal } from '@minga/contract/written-goals';
import { writtenQuestion } from '@minga/contract/written-questions';
import * as z from 'zod/mini';
import { wholeNumber } from './whole-number.ts';

/** A question in the form; its options are lines of text. */
export const storedQuestion = z.object({
  _id: z.optional(z.string()),
  label: z.string(),
  kind: z.enum(questionKinds),
  options: z.string(),
  required: z.boolean(),
});

/** A goal in the form; its target is text. */
export const storedGoal = z.object({
  _id: z.optional(z.string()),
  label: z.string(),
  target: z.string(),
  unit: z.string(),
});

/** A question as the form has it: its options are lines of text. */
export const questionDraft = z.pipe(
  z.pipe(
    storedQuestion,
    z.transform(
      ({ options, ...question }): z.input<typeof writtenQuestion> => ({
        ...question,
        options: linesOf(options),
      }),
    ),
  ),
  writtenQuestion,
);

/** A goal as the form has it: its target is text. */
export const goalDraft = z.pipe(
  z.pipe(
    storedGoal,
    z.transform(
      ({ target, ...goal }): z.input<typeof writtenGoal> => ({
        ...goal,
        // The schema rejects what is no number.
        target: wholeNumber(target) ?? Number.NaN,
      }),
    ),
  ),
  writtenGoal,
);

const linesOf = (text: string) =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
