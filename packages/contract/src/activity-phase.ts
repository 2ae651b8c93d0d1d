// The only rule of what has started, is in progress or is past, for the server and all screens. In SQL `ends_at` is `endOf`.

/** Before its start, between start and end (only with an end), or past. */
export type ActivityPhase = 'upcoming' | 'ongoing' | 'past';

interface Times {
  /** Dates, or as the calls write them. */
  readonly date: Date | string;
  /** Null: without an end. */
  readonly endDate: Date | string | null;
}

/** The instant after which an activity is past: its end, or its start if it has none (docs/rules.md R9.1). */
export const endOf = ({ date, endDate }: Times): Date => new Date(endDate ?? date);

/** Attendances are confirmed, changed and cancelled until the start. */
export const hasStarted = ({ date }: Pick<Times, 'date'>, now: Date): boolean => new Date(date) < now;

export const phaseOf = (times: Times, now: Date): ActivityPhase =>
  endOf(times) < now ? 'past' : hasStarted(times, now) ? 'ongoing' : 'upcoming';

/** Why attendances do not change any more. */
export const STARTED = {
  ongoing: 'Esta actividad ya comenzó',
  past: 'Esta actividad ya pasó',
} as const;

/** The same for one activity; null before its start. */
export function startedText(times: Times, now: Date): string | null {
  const phase = phaseOf(times, now);
  return phase === 'upcoming' ? null : STARTED[phase];
}
