import * as z from 'zod/mini';

/** Weeks that a chart shows, the present one included. */
export const CHART_WEEKS = 12;

/** One bar of a chart: `week` is its Monday in `APP_TIME_ZONE`, as 2026-11-16. */
export const weekCount = z.object({ week: z.iso.date(), count: z.int() });
export type WeekCount = z.infer<typeof weekCount>;

/** The last 12 weeks, the present one last; a week without any is 0. */
export const weekCounts = z.array(weekCount);
