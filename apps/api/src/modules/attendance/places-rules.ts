import { OFFER_HOURS, OFFER_NOW_MINUTES, OFFER_SOON_HOURS } from '@minga/contract/places';
import type { Temporal } from 'temporal-polyfill';
import { zonedTime } from '../../platform/local-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NIGHT_START_HOUR = 21;
const NIGHT_END_HOUR = 8;
const EARLY_START_HOUR = 10;

interface Offer {
  readonly now: Date;
  /** When the activity begins, later than `now`. */
  readonly date: Date;
  readonly timeZone: string;
  /** False: only the organiser can tell the party, which takes longer. */
  readonly isReachable: boolean;
}

/** How long an offered place is kept, not counting nights, in milliseconds (COMMUNITY.md section 10). */
function windowMs({ now, date, isReachable }: Offer): number {
  const untilStart = date.getTime() - now.getTime();
  const window =
    untilStart <= 12 * HOUR_MS
      ? OFFER_NOW_MINUTES * MINUTE_MS
      : (untilStart <= 72 * HOUR_MS ? OFFER_SOON_HOURS : OFFER_HOURS) * HOUR_MS;
  return isReachable ? window : 2 * window;
}

/**
 * When an offered place goes to the next party: its clock stands still from 21:00 to 08:00, unless the activity begins before 10:00
 * of that morning, and never runs longer than until the activity begins.
 */
export function offerExpiry(offer: Offer): Date {
  const { now, date, timeZone } = offer;
  const start = zonedTime(date, timeZone);
  let time = zonedTime(now, timeZone);
  let leftMs = windowMs(offer);
  while (leftMs > 0 && before(time, start)) {
    const morning = morningOf(time);
    const night = morning.subtract({ days: 1 }).with({ hour: NIGHT_START_HOUR });
    const isNight = !before(time, night);
    if (isNight && !before(start, morning.with({ hour: EARLY_START_HOUR }))) {
      time = morning;
      continue;
    }
    const next = isNight ? morning : night;
    const stepMs = Math.min(leftMs, next.epochMilliseconds - time.epochMilliseconds);
    time = time.add({ milliseconds: stepMs });
    leftMs -= stepMs;
  }
  return new Date(Math.min(time.epochMilliseconds, date.getTime()));
}

/** The end of the night that `time` is in, or before which it is. */
function morningOf(time: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const day = time.hour < NIGHT_END_HOUR ? time : time.add({ days: 1 });
  return day.startOfDay().with({ hour: NIGHT_END_HOUR });
}

const before = (one: Temporal.ZonedDateTime, other: Temporal.ZonedDateTime): boolean =>
  one.epochMilliseconds < other.epochMilliseconds;

interface Party {
  readonly companions: number;
}

/** The people of a party: one and the companions. */
export const sizeOf = ({ companions }: Party): number => 1 + companions;

/** The parties that get the free places: the earliest that fits each time; one that does not fit keeps its turn. */
export function fitting<P extends Party>(waiting: readonly P[], free: number): P[] {
  let left = free;
  return waiting.filter(party => {
    if (sizeOf(party) > left) return false;
    left -= sizeOf(party);
    return true;
  });
}

interface Arriving extends Party {
  /** The organiser adds it: it gets a place or none. */
  readonly isAdded: boolean;
  /** It gets a place also beyond the capacity. */
  readonly isForced: boolean;
}

export type Outcome = 'confirmed' | 'over-limit' | 'waiting' | 'full';

/** Whether a party that confirms gets a place, given the number of free places. */
export function outcomeOf(
  { isAdded, isForced, ...party }: Arriving,
  free: number,
  hasWaitingList: boolean,
): Outcome {
  if (sizeOf(party) <= free) return 'confirmed';
  if (isForced) return 'over-limit';
  return isAdded || !hasWaitingList ? 'full' : 'waiting';
}
