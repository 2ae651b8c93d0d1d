import { createHash, randomBytes } from 'node:crypto';
import { ARRIVAL_PATH } from '@minga/contract/arrival-code';
import { OFFER_HOURS, OFFER_NOW_MINUTES, OFFER_SOON_HOURS } from '@minga/contract/places';
import type { Temporal } from 'temporal-polyfill';
import { localTime, zonedTime } from '../../platform/local-time.ts';

/** The fields by which an attendance identifies its person. */
export const identifyingFields = ['name', 'email', 'phone'] as const;
export type IdentifyingField = (typeof identifyingFields)[number];

export interface Identity {
  readonly name: string | null;
  /** Lower-cased. */
  readonly email: string | null;
  /** E.164. */
  readonly phone: string | null;
}

/**
 * What an organiser's edit does to what was given out for the attendance before (decision 53):
 * - `same`: the person stays, and so does everything.
 * - `unproved`: the address stays, with its data and the links that were mailed to it. What does not prove this address is void.
 * - `other`: another person takes the place. Everything is void.
 */
export type Holder = 'same' | 'unproved' | 'other';

/**
 * Compares an attendance before and after an edit. `corrected` are the fields that earlier edits have changed: several corrections must
 * not add up to a replacement, so what was given out survives only while something that its person stated still stands.
 */
export function afterEdit(
  before: Identity & { readonly corrected: readonly IdentifyingField[] },
  after: Identity,
): { holder: Holder; corrected: IdentifyingField[] } {
  if (isOtherPerson(before, after)) return { holder: 'other', corrected: [] };
  const corrected = identifyingFields.filter(
    field => before.corrected.includes(field) || !isSameField(field, before[field], after[field]),
  );
  const stands = (field: IdentifyingField) => after[field] !== null && !corrected.includes(field);
  // A phone alone does not prove an address that an organiser has typed.
  if (stands('name') || stands(after.email === null ? 'phone' : 'email'))
    return { holder: 'same', corrected };
  return { holder: after.email === null ? 'other' : 'unproved', corrected: [] };
}

/** By e-mail; without one by phone, and by name where the phone is corrected or an e-mail is added. */
function isOtherPerson(before: Identity, after: Identity): boolean {
  if (before.email !== null) return before.email !== after.email;
  const hasSamePhone = before.phone !== null && before.phone === after.phone;
  return !(hasSamePhone && after.email === null) && !isSameName(before.name, after.name);
}

const isSameField = (field: IdentifyingField, one: string | null, other: string | null): boolean =>
  field === 'name' ? isSameName(one, other) : one === other;

/** Whether two spellings are of one name: regardless of case, accents, spaces and punctuation. */
export const isSameName = (one: string | null, other: string | null): boolean =>
  folded(one) === folded(other);

const folded = (name: string | null): string | null => {
  if (name === null) return null;
  const letters = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\s\p{P}]/gu, '')
    .toLowerCase();
  // A name of punctuation alone is compared as it is.
  return letters === '' ? name : letters;
};

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

/** How long an offered place is kept, not counting nights, in milliseconds (docs/rules.md R10.5). */
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

const ASKING_HOUR = 18;

/** When the parties of an activity are asked whether they still come: at 18:00 of the day before (docs/rules.md R17.1). */
export function askingTime(date: Date, timeZone: string): Date {
  const dayBefore = zonedTime(date, timeZone).toPlainDate().subtract({ days: 1 });
  const asking = dayBefore.toZonedDateTime({ timeZone, plainTime: { hour: ASKING_HOUR } });
  return new Date(asking.epochMilliseconds);
}

/** Whether they are to be asked: from that time until the activity begins. */
export const isAskingTime = (date: Date, now: Date, timeZone: string): boolean =>
  askingTime(date, timeZone) <= now && now < date;

/** No activity that begins later is to be asked about: its day is over after 30 hours, or 33 where the clocks change. */
export const latestAskedDate = (now: Date): Date => new Date(now.getTime() + 33 * HOUR_MS);

/** Only those who got their place before this are asked. */
export const placedBefore = (now: Date): Date => new Date(now.getTime() - 24 * HOUR_MS);

/** Whether a party that gets its place at this time will be asked. */
export const isAskedAgain = (
  { asksAgain, date }: { readonly asksAgain: boolean; readonly date: Date },
  placedAt: Date,
  timeZone: string,
): boolean => asksAgain && placedAt < placedBefore(askingTime(date, timeZone));

/** When the data of an activity's visitors is erased: as many days after its end, at the same local time. */
export const erasedAt = (endsAt: Date, days: number, timeZone: string): Date =>
  new Date(zonedTime(endsAt, timeZone).add({ days }).epochMilliseconds);

/** Of activities that ended until then the visitors' data is erased. */
export const erasedUntil = (now: Date, days: number, timeZone: string): Date =>
  new Date(zonedTime(now, timeZone).subtract({ days }).epochMilliseconds);

/** `2026-12-05`. */
export const dayOf = (date: Date, timeZone: string): string =>
  localTime(date, timeZone).slice(0, 'YYYY-MM-DD'.length);

/** 128 random bits, by which the door recognises an attendance; written as base64url in its QR code. */
export const newCode = (): Buffer => randomBytes(16);

export const attendanceCode = {
  write: (code: Buffer): string => code.toString('base64url'),
  /** Anything else than a code gives bytes that no attendance has. */
  parse: (text: string): Buffer => Buffer.from(text, 'base64url'),
  /** SHA-256 of the written code, in hexadecimal digits. */
  hash: (code: Buffer): string => createHash('sha256').update(attendanceCode.write(code)).digest('hex'),
};

/** The address in the QR code. */
export const arrivalUrl = ({ publicUrl }: { readonly publicUrl: string }, code: Buffer): string =>
  `${publicUrl}${ARRIVAL_PATH}/${attendanceCode.write(code)}`;
