import { ANSWERS_KEPT_DAYS } from '@minga/contract/questions';
import type { Transaction } from '../../platform/database/connection.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { QuestionsEdited } from '../activities/events.ts';
import { deleteAnswersBefore, deleteAnswersTo, findAnswered } from './answer-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Subscriber of `questionsEdited`: rejects with 409 if an attendee has answered a question that would mean something else, and deletes the
 * answers to removed ones.
 */
export async function keepAnswersTrue(tx: Transaction, edits: readonly QuestionsEdited[]): Promise<void> {
  const changed = edits.flatMap(({ activityId, changed: questions }) =>
    questions.map(({ _id: questionId, label }) => ({ activityId, questionId, label })),
  );
  const answered = await findAnswered(tx, changed);
  const question = changed.find(({ questionId }) => questionId === answered);
  if (question !== undefined)
    throw new AppError(
      409,
      'QUESTION_ANSWERED',
      `Ya hay respuestas a «${question.label}»: quítala y haz otra, o déjala como está`,
    );
  await deleteAnswersTo(
    tx,
    edits.flatMap(({ activityId, removed }) => removed.map(questionId => ({ activityId, questionId }))),
  );
}

/** Erases the answers in activities that ended 30 days ago. */
export const sweepAnswers = ({ db, clock }: Platform): Promise<void> =>
  deleteAnswersBefore(db, new Date(clock().getTime() - ANSWERS_KEPT_DAYS * DAY_MS));
