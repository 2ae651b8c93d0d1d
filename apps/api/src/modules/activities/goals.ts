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
