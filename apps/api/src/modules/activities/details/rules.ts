import type { Goal } from '@minga/contract/goals';
import { type Missing, NEED_HOURS_AROUND, type Need } from '@minga/contract/needs';
import type { Question } from '@minga/contract/questions';
import type { WrittenGoal } from '@minga/contract/written-goals';
import type { WrittenNeed } from '@minga/contract/written-needs';
import type { WrittenQuestion } from '@minga/contract/written-questions';
import { v7 } from 'uuid';
import type { activityNeeds } from '../schema.ts';

/** The stored columns of a need, without the claimed quantity. */
export type StoredNeed = Omit<typeof activityNeeds.$inferSelect, 'activityId' | 'taken'>;

/** The result of comparing a request's needs with the stored ones (docs/rules.md R11.6). */
export interface NeedEdit {
  readonly needs: readonly StoredNeed[];
  readonly removed: readonly string[];
  /** The claimed needs that are removed, change their kind, or get a quantity below the claimed one. */
  readonly reduced: readonly ReducedNeed[];
  /** An `_id` that no need of the activity has. */
  readonly hasUnknown: boolean;
}

interface ReducedNeed {
  /** The need before the edit. */
  readonly need: Need;
  /** The claimed quantity that remains at most; 0 if the need is removed or changes its kind. */
  readonly quantity: number;
}

/** Compares the written needs with the current ones, which `_id` identifies. */
export function editNeeds(current: readonly Need[], written: readonly WrittenNeed[]): NeedEdit {
  const known = new Set(current.map(({ _id }) => _id));
  const needs = written.map(({ _id, ...need }, position) => ({ id: _id ?? v7(), position, ...need }));
  const byId = new Map(needs.map(need => [need.id, need]));
  const claimable = ({ _id, kind }: Need): number => {
    const need = byId.get(_id);
    return need?.kind === kind ? need.quantity : 0;
  };
  return {
    needs,
    removed: current.filter(({ _id }) => !byId.has(_id)).map(({ _id }) => _id),
    reduced: current
      .map(need => ({ need, quantity: claimable(need) }))
      .filter(({ need, quantity }) => quantity < need.taken),
    hasUnknown: written.some(({ _id }) => _id !== undefined && !known.has(_id)),
  };
}

interface Timed {
  readonly name: string;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

const AROUND_MS = NEED_HOURS_AROUND * 60 * 60 * 1000;

/** The problem if the time of a task is not between a day before the start and a day after the end of the activity, or null. */
export function needTimesProblem(needs: readonly Timed[], start: Date, end: Date | null): string | null {
  const first = start.getTime() - AROUND_MS;
  const last = (end ?? start).getTime() + AROUND_MS;
  const wrong = needs.find(
    ({ startsAt, endsAt }) =>
      startsAt !== null && endsAt !== null && (startsAt.getTime() < first || endsAt.getTime() > last),
  );
  return wrong === undefined
    ? null
    : `El horario de «${wrong.name}» debe estar entre un día antes del inicio y un día después del fin de la actividad`;
}

/** Summarises an activity's needs for a card. `listedNeeds` in queries.ts computes the same in SQL. */
export function summaryOfNeeds(needs: readonly Need[]): { hasNeeds: boolean; missing: Missing | null } {
  const open = needs.filter(({ quantity, taken }) => taken < quantity);
  const [first] = open;
  return {
    hasNeeds: needs.length > 0,
    missing:
      first === undefined
        ? null
        : {
            kind: first.kind,
            name: first.name,
            quantity: first.quantity - first.taken,
            others: open.length - 1,
            areTasks: open.every(({ kind }) => kind === 'task'),
          },
  };
}

/** Applies a request to the current goals. A goal retains its `_id`, and with it the reached number. */
export function editGoals(
  current: readonly Goal[],
  written: readonly WrittenGoal[],
): {
  readonly goals: readonly Goal[];
  /** An `_id` that no goal of the activity has. */
  readonly hasUnknown: boolean;
} {
  const byId = new Map(current.map(goal => [goal._id, goal]));
  return {
    goals: written.map(({ _id, label, target, unit }) => ({
      _id: _id ?? v7(),
      label,
      target,
      unit,
      reached: byId.get(_id ?? '')?.reached ?? 0,
    })),
    hasUnknown: written.some(({ _id }) => _id !== undefined && !byId.has(_id)),
  };
}

/**
 * The goals of each occurrence of a series after an edit of the one with `id`, or null if they remain. The goals have the same ids
 * in all occurrences, each with the number reached in that occurrence.
 */
export function editGoalsOfEach(
  id: string,
  occurrences: readonly { readonly id: string; readonly goals: readonly Goal[] }[],
  written: readonly WrittenGoal[] | null | undefined,
) {
  if (written === undefined) return null;
  const named = occurrences.find(one => one.id === id)?.goals ?? [];
  const { goals, hasUnknown } = editGoals(named, written ?? []);
  const edited = occurrences.map(one => ({ id: one.id, goals: editGoals(one.goals, goals).goals }));
  return { edited, hasUnknown };
}

/** The result of comparing a request's questions with the stored ones (docs/rules.md R12.3). */
export interface QuestionEdit {
  readonly questions: readonly Question[];
  /** The ids of removed questions, whose answers are deleted. */
  readonly removed: readonly string[];
  /**
   * The questions before the edit whose label or kind changes or that lose an option, so that their answers would no longer match.
   */
  readonly changed: readonly Question[];
  /** An `_id` that no question of the activity has. */
  readonly hasUnknown: boolean;
}

/** Compares the written questions with the current ones, which `_id` identifies. */
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
