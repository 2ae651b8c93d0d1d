import * as z from 'zod/mini';

export const GOALS_MAX = 5;
export const GOAL_MAX = 60;
export const GOAL_UNIT_MAX = 20;
export const GOAL_TARGET_MAX = 1_000_000;

/** A target of an activity, such as 300 trees, and its progress (docs/rules.md R18.6). */
export const goal = z.object({
  _id: z.uuid(),
  label: z.string(),
  target: z.int(),
  unit: z.string(),
  reached: z.int(),
});
export type Goal = z.infer<typeof goal>;
