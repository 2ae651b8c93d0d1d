import type { ConfirmedHours } from '@minga/contract/hours';

interface Party {
  readonly id: string;
  /** As confirmed before; null: not yet. */
  readonly hours: number | null;
}

export interface HoursChange {
  readonly id: string;
  /** Null: it did not help. */
  readonly hours: number | null;
}

interface Decision {
  /** Parties whose hours are others than before. */
  readonly changes: readonly HoursChange[];
  /** How many parties have hours afterwards. */
  readonly confirmed: number;
}

/**
 * The hours of the parties that were checked in: those of an exception, else the common ones. An earlier confirmation does not count.
 * Null: an exception is of none of these parties.
 */
export function decideHours(
  parties: readonly Party[],
  { hours, except = [] }: ConfirmedHours,
): Decision | null {
  const exceptions = new Map(
    except.map(({ attendanceId, hours: other }) => [attendanceId.toLowerCase(), other]),
  );
  const known = new Set(parties.map(({ id }) => id));
  if ([...exceptions.keys()].some(id => !known.has(id))) return null;
  const decided = parties.map(({ id, hours: before }) => {
    const after = exceptions.get(id) ?? hours;
    return { id, before, hours: after === 0 ? null : after };
  });
  return {
    changes: decided.flatMap(({ id, before, hours: after }) =>
      before === after ? [] : { id, hours: after },
    ),
    confirmed: decided.filter(({ hours: after }) => after !== null).length,
  };
}
