import { createHash, randomBytes } from 'node:crypto';
import { ARRIVAL_PATH } from '@minga/contract/arrival-code';
import { OFFER_HOURS, OFFER_NOW_MINUTES, OFFER_SOON_HOURS } from '@minga/contract/places';
import { REFUSAL_TOKEN } from '@minga/contract/refusal-link';
import { PLACE_PATH, placeCodeIn } from '@minga/contract/self-check-in';
import type { Temporal } from 'temporal-polyfill';
import { localTime, zonedTime } from '../../platform/local-time.ts';

/** How long the visitor's cookie proves an attendance. */
export const PROOF_SECONDS = 365 * 24 * 60 * 60;

/** The fields by which an attendance identifies its person. */
export const identifyingFields = ['name', 'email', 'phone'] as const;
export type IdentifyingField = (typeof identifyingFields)[number];

export interface Identity {
  readonly name: string | null;
  /** The e-mail in lower case. */
  readonly email: string | null;
  /** The phone number in E.164 format. */
  readonly phone: string | null;
}

/**
 * The effect of an organiser's edit on the links, proof and code that were issued for the attendance before
 * (decision 53):
 * - `same`: the person is unchanged, and everything remains valid.
 * - `unproved`: the address is unchanged, and its data and the links that were mailed to it remain.
 *   Everything that does not prove this address is void.
 * - `other`: another person takes the place, and everything is void.
 */
export type Holder = 'same' | 'unproved' | 'other';

/**
 * Compares an attendance before and after an edit. `corrected` lists the fields that earlier edits have changed. Several
 * corrections must not add up to a replacement, so links and codes remain valid only while at least one field that the person
 * stated is unchanged.
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

/** Compares by e-mail. Without an e-mail, compares by phone, and by name if the phone was corrected or an e-mail was added. */
function isOtherPerson(before: Identity, after: Identity): boolean {
  if (before.email !== null) return before.email !== after.email;
  const hasSamePhone = before.phone !== null && before.phone === after.phone;
  return !(hasSamePhone && after.email === null) && !isSameName(before.name, after.name);
}

const isSameField = (field: IdentifyingField, one: string | null, other: string | null): boolean =>
  field === 'name' ? isSameName(one, other) : one === other;

/** Whether two spellings are of one name, regardless of case, accents, spaces and punctuation. */
export const isSameName = (one: string | null, other: string | null): boolean =>
  folded(one) === folded(other);

const folded = (name: string | null): string | null => {
  if (name === null) return null;
  const letters = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\s\p{P}]/gu, '')
    .toLowerCase();
  // A name that consists only of punctuation is compared unchanged.
  return letters === '' ? name : letters;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NIGHT_START_HOUR = 21;
const NIGHT_END_HOUR = 8;
const EARLY_START_HOUR = 10;

interface Offer {
  readonly now: Date;
  /** The start of the activity, which is later than `now`. */
  readonly date: Date;
  readonly timeZone: string;
  /** False if only the organiser can notify the party, which takes longer. */
  readonly isReachable: boolean;
}

/** How long a place is reserved for a party, in milliseconds without nights (docs/rules.md R10.5). */
function windowMs({ now, date, isReachable }: Offer): number {
  const untilStart = date.getTime() - now.getTime();
  const window =
    untilStart <= 12 * HOUR_MS
      ? OFFER_NOW_MINUTES * MINUTE_MS
      : (untilStart <= 72 * HOUR_MS ? OFFER_SOON_HOURS : OFFER_HOURS) * HOUR_MS;
  return isReachable ? window : 2 * window;
}

/**
 * When an offer expires. Its time does not run from 21:00 to 08:00, unless the activity starts before 10:00 of that morning. An
 * offer expires at the start of the activity at the latest.
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

/** The end of the current night, or of the next one if `time` is in the daytime. */
function morningOf(time: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const day = time.hour < NIGHT_END_HOUR ? time : time.add({ days: 1 });
  return day.startOfDay().with({ hour: NIGHT_END_HOUR });
}

const before = (one: Temporal.ZonedDateTime, other: Temporal.ZonedDateTime): boolean =>
  one.epochMilliseconds < other.epochMilliseconds;

interface Party {
  readonly companions: number;
}

/** The number of people of a party, the attendee included. */
export const sizeOf = ({ companions }: Party): number => 1 + companions;

/**
 * The parties that get the free places: at each step the first one that fits. A party that does not fit stays on the waiting list.
 */
export function partiesThatFit<P extends Party>(waiting: readonly P[], free: number): P[] {
  let left = free;
  return waiting.filter(party => {
    if (sizeOf(party) > left) return false;
    left -= sizeOf(party);
    return true;
  });
}

interface Arriving extends Party {
  /** The organiser adds the party, which is never put on the waiting list. */
  readonly isAdded: boolean;
  /** The party gets a place even beyond the capacity. */
  readonly isForced: boolean;
}

export type Outcome = 'confirmed' | 'over-limit' | 'waiting' | 'full';

/** The outcome of a party's confirmation, given the number of free places. */
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

/** When the parties of an activity are asked to reconfirm: at 18:00 on the day before (docs/rules.md R17.1). */
export function askingTime(date: Date, timeZone: string): Date {
  const dayBefore = zonedTime(date, timeZone).toPlainDate().subtract({ days: 1 });
  const asking = dayBefore.toZonedDateTime({ timeZone, plainTime: { hour: ASKING_HOUR } });
  return new Date(asking.epochMilliseconds);
}

/** Whether parties are asked to reconfirm now: from `askingTime` until the activity starts. */
export const isAskingTime = (date: Date, now: Date, timeZone: string): boolean =>
  askingTime(date, timeZone) <= now && now < date;

/**
 * An upper bound for the start of activities whose parties are asked now: at 18:00 the next day ends in 30 hours, and 33 allow for
 * clock changes.
 */
export const latestAskedDate = (now: Date): Date => new Date(now.getTime() + 33 * HOUR_MS);

/** Only parties that got their place before this time are asked to reconfirm. */
export const latestAskedPlacing = (now: Date): Date => new Date(now.getTime() - 24 * HOUR_MS);

/** Whether a party that gets its place at `placedAt` will be asked to reconfirm. */
export const isAskedAgain = (
  { asksAgain, date }: { readonly asksAgain: boolean; readonly date: Date },
  placedAt: Date,
  timeZone: string,
): boolean => asksAgain && placedAt < latestAskedPlacing(askingTime(date, timeZone));

/** When the data of an activity's visitors is erased: `days` days after its end, at the same local time. */
export const erasedAt = (endsAt: Date, days: number, timeZone: string): Date =>
  new Date(zonedTime(endsAt, timeZone).add({ days }).epochMilliseconds);

/** The latest end of an activity whose visitors' data is erased now. */
export const erasedUntil = (now: Date, days: number, timeZone: string): Date =>
  new Date(zonedTime(now, timeZone).subtract({ days }).epochMilliseconds);

/** The local day, such as `2026-12-05`. */
export const dayOf = (date: Date, timeZone: string): string =>
  localTime(date, timeZone).slice(0, 'YYYY-MM-DD'.length);

/** 128 random bits that identify an attendance at the door. Its QR code contains them as base64url. */
export const newCode = (): Buffer => randomBytes(16);

export const attendanceCode = {
  write: (code: Buffer): string => code.toString('base64url'),
  /** Returns bytes that match no attendance if `text` is not a code. */
  parse: (text: string): Buffer => Buffer.from(text, 'base64url'),
  /** The SHA-256 of the base64url text of the code, in hexadecimal digits. */
  hash: (code: Buffer): string => createHash('sha256').update(attendanceCode.write(code)).digest('hex'),
};

const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz';
const PLACE_CODE_LENGTH = 26;

/** The code of a place, which people type from a sheet of paper: 16 bytes in Crockford's base 32, in lower case. */
export const placeCode = {
  write(code: Buffer): string {
    let rest = BigInt(`0x${code.toString('hex')}`);
    let text = '';
    while (text.length < PLACE_CODE_LENGTH) {
      text = (BASE_32[Number(rest % 32n)] ?? '') + text;
      rest /= 32n;
    }
    return text;
  },
  /** The bytes of a code as people type it, or null if `text` is not a code. */
  parse(text: string): Buffer | null {
    const code = placeCodeIn(text);
    if (code === null) return null;
    let value = 0n;
    for (const letter of code) value = value * 32n + BigInt(BASE_32.indexOf(letter));
    return Buffer.from(value.toString(16).padStart(32, '0'), 'hex');
  },
};

/** The URL in the QR code of a place. */
export const placeUrl = ({ publicUrl }: { readonly publicUrl: string }, code: Buffer): string =>
  `${publicUrl}${PLACE_PATH}/${placeCode.write(code)}`;

/** The URL in the QR code of an attendance. */
export const arrivalUrl = ({ publicUrl }: { readonly publicUrl: string }, code: Buffer): string =>
  `${publicUrl}${ARRIVAL_PATH}/${attendanceCode.write(code)}`;

/** The URL of the page on which a person whom an organiser added leaves the list, with the token of the personal link. */
export const refusalUrlOf = (personalUrl: string): string =>
  personalUrl.replace('?token=', `?token=${REFUSAL_TOKEN}`);
