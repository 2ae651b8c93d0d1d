import * as z from 'zod/mini';

/** The number of weeks in a chart, including the current one. */
export const CHART_WEEKS = 12;

/** One bar of a chart. `week` is its Monday in `APP_TIME_ZONE`, such as 2026-11-16. */
export const weekCount = z.object({ week: z.iso.date(), count: z.int() });
export type WeekCount = z.infer<typeof weekCount>;

/** The last 12 weeks in ascending order; weeks without entries have the count 0. */
export const weekCounts = z.array(weekCount);
