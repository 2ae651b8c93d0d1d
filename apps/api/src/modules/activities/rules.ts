import { PROMOTION_DAYS } from '@minga/contract/activities';
import type { ActivityFields } from '@minga/contract/activity-fields';
import type { HoldKind, HoldReason } from '@minga/contract/holds';
import { NO_LOCATION_DETAILS } from '@minga/contract/location';
import { localTime, startOf } from '../../platform/local-time.ts';
import type { StoredStatus } from './policy.ts';

/** The local day of an instant as `YYYY-MM-DD`; these strings sort like dates. */
const dayIn = (timeZone: string, moment: Date): string => localTime(moment, timeZone).slice(0, 10);

/** Whether `date` is on a day before today in the site's time zone (docs/rules.md R3.1). */
export const isPastDay = (date: Date, now: Date, timeZone: string): boolean =>
  dayIn(timeZone, date) < dayIn(timeZone, now);

/**
 * Converts a request's fields to an activity's columns, without its questions, goals and needs. An optional field that the request
 * leaves out is absent, so that the column remains unchanged. A new field whose column has another form is taken out of `others`.
 */
export function columnsOf(fields: ActivityFields, timeZone: string) {
  const {
    date,
    endDate,
    location,
    directions,
    companionsMax,
    hasWaitingList,
    asksAgain,
    questions: _questions,
    goals: _goals,
    needs: _needs,
    needsRequired,
    contact,
    isLocationPrivate,
    tags,
    accessibility,
    selfCheckIn,
    isFederated,
    ...others
  } = fields;
  return {
    ...others,
    date: startOf(date, timeZone),
    ...(endDate !== undefined && { endDate: endDate === null ? null : startOf(endDate, timeZone) }),
    ...(location !== undefined && {
      latitude: location?.latitude ?? null,
      longitude: location?.longitude ?? null,
    }),
    ...(directions !== undefined && { directions: directions ?? '' }),
    ...(companionsMax !== undefined && { companionsMax: companionsMax ?? 0 }),
    ...(isLocationPrivate !== undefined && { isLocationPrivate: isLocationPrivate ?? false }),
    ...(tags !== undefined && { tags: tags ?? [] }),
    ...(accessibility !== undefined && { accessibility: accessibility ?? [] }),
    ...(selfCheckIn !== undefined && { selfCheckIn: selfCheckIn ?? false }),
    ...(isFederated !== undefined && { isFederated: isFederated ?? true }),
    ...(contact !== undefined && { contact: contact ?? 'email' }),
    ...(needsRequired !== undefined && { needsRequired: needsRequired ?? false }),
    ...(hasWaitingList !== undefined && { hasWaitingList: hasWaitingList ?? true }),
    ...(asksAgain !== undefined && { asksAgain: asksAgain ?? false }),
  };
}

/** The period of a promotion: a week from now (docs/rules.md R3.6). */
export const promotionWindow = (now: Date): { start: Date; end: Date } => ({
  start: now,
  end: new Date(now.getTime() + PROMOTION_DAYS * 24 * 60 * 60 * 1000),
});

/**
 * The status after an edit: a rejected activity is held until it is approved, and so is any activity if `isHeld`. A held activity
 * remains held. With prior moderation an approved activity becomes pending.
 */
export function statusAfterEdit(
  status: StoredStatus,
  moderation: 'reactive' | 'prior',
  isHeld: boolean,
): StoredStatus {
  if (isHeld || status === 'held' || status === 'rejected') return 'held';
  return moderation === 'prior' ? 'pending' : status;
}

/**
 * The status after an organiser has written the memory: with prior moderation an approved activity becomes pending, so that nothing
 * is public before its approval. A rejected activity remains rejected; its next edit checks the memory too.
 */
export function statusAfterMemory(
  status: StoredStatus,
  moderation: 'reactive' | 'prior',
  isHeld: boolean,
): StoredStatus {
  if (isHeld && status !== 'rejected') return 'held';
  return moderation === 'prior' && status === 'approved' ? 'pending' : status;
}

const HIDDEN_WAIT_MS = 15 * 60_000;

/**
 * Whether messages to other people about a hidden activity wait: for longer than the decision that hid it can be undone. After that
 * they are not sent.
 */
export const waitsForUndo = (createdAt: Date, now: Date): boolean =>
  now.getTime() < createdAt.getTime() + HIDDEN_WAIT_MS;

/** When waiting messages are checked again. */
export const nextCheckAt = (now: Date): Date => new Date(now.getTime() + 60_000);

interface HoldColumns {
  readonly holdKind: HoldKind | null;
  readonly holdTerm: string | null;
}

/** The reason why an activity is held, or was last held. */
export const holdOf = ({ holdKind, holdTerm }: HoldColumns): HoldReason | null =>
  holdKind === null || holdTerm === null ? null : { kind: holdKind, term: holdTerm };

/** The columns of a hold reason. Without a reason there are none, so that the last reason remains stored. */
export const holdColumns = (hold: HoldReason | null) =>
  hold === null ? {} : { holdKind: hold.kind, holdTerm: hold.term };

const { location: _, ...noTexts } = NO_LOCATION_DETAILS;

/** The title of an activity that its reader may not see (docs/rules.md R19.3). */
export const UNPUBLISHED_TITLE = 'Una actividad que no está publicada';

/** The columns of `locationColumns` of an activity that is not shown. */
export const NO_LOCATION = {
  place: '',
  latitude: null,
  longitude: null,
  isLocationPrivate: false,
  ...noTexts,
};

/** The path of an activity's public page. */
export const activityPath = (id: string): string => `/actividades/${id}`;

/** The short path of an activity's public page, for paper. */
export const shortPath = (shortId: string): string => `/a/${shortId}`;

/** A short identifier as it was typed, in its stored form: capitals, without the look-alikes of digits. */
export const shortIdOf = (typed: string): string =>
  typed.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');

export const calendarPath = (id: string): string => `${activityPath(id)}.ics`;
