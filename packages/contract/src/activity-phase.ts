// The server and all screens determine by these functions whether an activity is upcoming, in progress or past. In SQL, `ends_at` has the
// value of `endOf`.

/** The phase of an activity. Only an activity with an end can be 'ongoing', between its start and its end. */
export type ActivityPhase = 'upcoming' | 'ongoing' | 'past';

interface Times {
  /** The start as a Date, or as a string in the format of the API; the same applies to `endDate`. */
  readonly date: Date | string;
  /** Null if the activity has no end. */
  readonly endDate: Date | string | null;
}

/** The instant after which an activity is past: its end, or its start if it has none (docs/rules.md R9.1). */
export const endOf = ({ date, endDate }: Times): Date => new Date(endDate ?? date);

/** Whether an activity has started. Attendances can be confirmed, changed and cancelled until then. */
export const hasStarted = ({ date }: Pick<Times, 'date'>, now: Date): boolean => new Date(date) < now;

export const phaseOf = (times: Times, now: Date): ActivityPhase =>
  endOf(times) < now ? 'past' : hasStarted(times, now) ? 'ongoing' : 'upcoming';

/** The reasons for which attendances can no longer change. */
export const STARTED = {
  ongoing: 'Esta actividad ya comenzó',
  past: 'Esta actividad ya pasó',
} as const;

/** Returns the reason for one activity, or null before its start. */
export function startedText(times: Times, now: Date): string | null {
  const phase = phaseOf(times, now);
  return phase === 'upcoming' ? null : STARTED[phase];
}
