import type { Goal } from '@minga/contract/goals';
import type { WrittenGoal } from '@minga/contract/written-goals';
import { v7 } from 'uuid';

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
