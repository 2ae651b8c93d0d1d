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

/**
 * The moments of times that begin on `day`. A task that ends at an earlier time of day ends on the next day; not in an
 * activity that `endsSameDay`, where the contract rejects it as a wrong order.
 */
export const shiftMomentsOn = (
  day: string,
  { from, to }: ShiftTimes,
  endsSameDay: boolean,
): ShiftMoments => ({
  startsAt: from === '' ? '' : `${day}T${from}`,
  endsAt: to === '' ? '' : `${to < from && !endsSameDay ? daysLater(day, 1) : day}T${to}`,
});

/** The reverse; null for moments that times on `day` do not express. */
export function timesOn(
  day: string,
  { startsAt, endsAt }: ShiftMoments,
  endsSameDay: boolean,
): ShiftTimes | null {
  const times = { from: timeOf(startsAt) ?? '', to: timeOf(endsAt) ?? '' };
  const same = shiftMomentsOn(day, times, endsSameDay);
  return same.startsAt === startsAt && same.endsAt === endsAt ? times : null;
}

/** Whether a task ends on the day after the one on which it begins. */
export const endsNextDay = ({ startsAt, endsAt }: ShiftMoments): boolean =>
  startsAt !== '' && endsAt !== '' && dayOf(startsAt) < dayOf(endsAt);

/** Whether a task begins before its activity (a picker's text), or ends after it. Both are valid, but may not be meant. */
export const startsBefore = ({ startsAt }: ShiftMoments, start: string): boolean =>
  startsAt !== '' && start !== '' && startsAt < asMoment(start);
export const endsAfter = ({ endsAt }: ShiftMoments, end: string): boolean =>
  endsAt !== '' && end !== '' && endsAt > asMoment(end);

const asMoment = (picked: string): string => `${dayOf(picked)}T${timeOf(picked)}`;
