import type { Goal } from '@minga/contract/goals';
import { type Missing, NEED_HOURS_AROUND, type Need } from '@minga/contract/needs';
import type { Question } from '@minga/contract/questions';
import type { WrittenGoal } from '@minga/contract/written-goals';
import type { WrittenNeed } from '@minga/contract/written-needs';
import type { WrittenQuestion } from '@minga/contract/written-questions';
import { v7 } from 'uuid';
import type { activityNeeds } from '../schema.ts';

/** A need as its table stores it, but for what is counted. */
export type StoredNeed = Omit<typeof activityNeeds.$inferSelect, 'activityId' | 'taken'>;

/** The result of comparing a request's needs with the stored ones (docs/rules.md R11.6). */
export interface NeedEdit {
  readonly needs: readonly StoredNeed[];
  readonly removed: readonly string[];
  /** Claimed ones that are removed, become another kind, or whose new quantity is below what is claimed. */
  readonly reduced: readonly ReducedNeed[];
  /** An `_id` that no need of the activity has. */
  readonly hasUnknown: boolean;
}

interface ReducedNeed {
  /** As it is. */
  readonly need: Need;
  /** The number of claims that stay; 0 if the need changes its kind. */
  readonly quantity: number;
}

/** Compares the written needs with the current ones; a need keeps its identity by `_id`. */
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

/** Why the times of tasks do not suit an activity's, or null: each lies within a day before its start and after its end. */
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

/** Summarises an activity's needs for a card; the queries of lists compute the same. */
export function summaryOfNeeds(needs: readonly Need[]): { hasNeeds: boolean; missing: Missing | null } {
  const open = needs.filter(({ quantity, taken }) => taken < quantity);
  const [first] = open;
  return {
    hasNeeds: needs.length > 0,
    missing:
      first === undefined
        ? null
        : {
            ...{ kind: first.kind, name: first.name, quantity: first.quantity - first.taken },
            ...{ others: open.length - 1, areTasks: open.every(({ kind }) => kind === 'task') },
          },
  };
}

/** The goals that a request makes of the current ones. A goal keeps its identity, and what it has reached, by `_id`. */
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
      ...{ _id: _id ?? v7(), label, target, unit },
      reached: byId.get(_id ?? '')?.reached ?? 0,
    })),
    hasUnknown: written.some(({ _id }) => _id !== undefined && !byId.has(_id)),
  };
}

/**
 * The goals of each occurrence of a series after an edit of the one named by `id`; null: they stay. They have the same ids in all
 * occurrences, each with what that occurrence has reached.
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

/** What a request makes of an activity's questions (docs/rules.md R12.3). */
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
