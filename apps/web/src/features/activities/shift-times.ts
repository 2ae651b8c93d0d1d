import { dayOf, daysLater, timeOf } from './picked-date.ts';

/** When a task begins and ends, as times of day (`09:00`); empty: not known. */
interface ShiftTimes {
  readonly from: string;
  readonly to: string;
}

/** The same as the texts of native inputs of day and time (`2026-12-05T09:00`). */
interface ShiftMoments {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** The moments of times that begin on `day`. A task that ends at an earlier time of day ends on the next day. */
export const momentsOn = (day: string, { from, to }: ShiftTimes): ShiftMoments => ({
  startsAt: from === '' ? '' : `${day}T${from}`,
  endsAt: to === '' ? '' : `${to < from ? daysLater(day, 1) : day}T${to}`,
});

/** The reverse; null for moments that times on `day` do not express. */
export function timesOn(day: string, { startsAt, endsAt }: ShiftMoments): ShiftTimes | null {
  const times = { from: timeOf(startsAt) ?? '', to: timeOf(endsAt) ?? '' };
  const same = momentsOn(day, times);
  return same.startsAt === startsAt && same.endsAt === endsAt ? times : null;
}

/** Whether a task ends on the day after the one on which it begins. */
export const endsNextDay = ({ startsAt, endsAt }: ShiftMoments): boolean =>
  startsAt !== '' && endsAt !== '' && dayOf(startsAt) < dayOf(endsAt);
