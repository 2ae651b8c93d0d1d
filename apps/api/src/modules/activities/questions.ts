import type { Question } from '@minga/contract/questions';
import type { WrittenQuestion } from '@minga/contract/written-questions';
import { v7 } from 'uuid';

/** What a request makes of an activity's questions (COMMUNITY.md section 12). */
export interface QuestionEdit {
  readonly questions: readonly Question[];
  /** Removed ones, whose answers go with them. */
  readonly removed: readonly string[];
  /** Ones whose answers would not fit any more: another label or kind, or an option less. */
  readonly changed: readonly Question[];
  /** An `_id` that no question of the activity has. */
  readonly hasUnknown: boolean;
}

/** Compares the written questions with the current ones; a question keeps its identity by `_id`. */
export function editQuestions(
  current: readonly Question[],
  written: readonly WrittenQuestion[],
): QuestionEdit {
  const byId = new Map(current.map(question => [question._id, question]));
  const questions = written.map(({ _id, label, kind, options, required }) => ({
    _id: _id ?? v7(),
    label,
    kind,
    options: kind === 'choice' ? options : [],
    required,
  }));
  const kept = new Set(questions.map(({ _id }) => _id));
  return {
    questions,
    removed: current.filter(({ _id }) => !kept.has(_id)).map(({ _id }) => _id),
    changed: questions.flatMap(question => {
      const before = byId.get(question._id);
      return before !== undefined && isOther(before, question) ? [before] : [];
    }),
    hasUnknown: written.some(({ _id }) => _id !== undefined && !byId.has(_id)),
  };
}

const isOther = (before: Question, after: Question): boolean =>
  before.label !== after.label ||
  before.kind !== after.kind ||
  before.options.some(option => !after.options.includes(option));
