import { PROMOTION_DAYS } from '@minga/contract/activities';
import type { ActivityFields } from '@minga/contract/activity-fields';
import type { HoldKind, HoldReason } from '@minga/contract/holds';
import { UNDO_MS } from '@minga/contract/undo';
import { localTime, startOf } from '../../platform/local-time.ts';
import type { StoredStatus } from './policy.ts';

/** The local day of an instant as `YYYY-MM-DD`; these strings sort like dates. */
const dayIn = (timeZone: string, moment: Date): string => localTime(moment, timeZone).slice(0, 10);

/** Whether `date` is on a day before today in the site's time zone (docs/rules.md R3.1). */
export const isPastDay = (date: Date, now: Date, timeZone: string): boolean =>
  dayIn(timeZone, date) < dayIn(timeZone, now);

/** An activity's columns of a request's fields, but for its questions, goals and needs; optional fields that it leaves out stay as they are. */
export function columnsOf(fields: ActivityFields, timeZone: string) {
  const { date, endDate, location, directions, companionsMax, hasWaitingList, asksAgain, ...rest } = fields;
  const {
    questions: _questions,
    goals: _goals,
    needs: _needs,
    needsRequired,
    contact,
    isLocationPrivate,
    tags,
    ...others
  } = rest;
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
    ...(contact !== undefined && { contact: contact ?? 'email' }),
    ...(needsRequired !== undefined && { needsRequired: needsRequired ?? false }),
    ...(hasWaitingList !== undefined && { hasWaitingList: hasWaitingList ?? true }),
    ...(asksAgain !== undefined && { asksAgain: asksAgain ?? false }),
  };
}

/** A promotion's window: from now, for a week (docs/rules.md R3.6). */
export const promotionWindow = (now: Date): { start: Date; end: Date } => ({
  start: now,
  end: new Date(now.getTime() + PROMOTION_DAYS * 24 * 60 * 60 * 1000),
});

/**
 * The status after an edit by the owner: a rejected activity is held until it is approved; with prior moderation an approved one becomes
 * pending. A held one stays so until it is approved, and becomes so if `isHeld`.
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
 * The status after an organiser has written the memory: with prior moderation nothing becomes public before its approval. A rejected
 * activity stays so; an edit judges the memory too.
 */
export function statusAfterMemory(
  status: StoredStatus,
  moderation: 'reactive' | 'prior',
  isHeld: boolean,
): StoredStatus {
  if (isHeld && status !== 'rejected') return 'held';
  return moderation === 'prior' && status === 'approved' ? 'pending' : status;
}

const UNDO_MARGIN_MS = 5_000;

/**
 * An approval or a rejection is announced this long after it. It can be undone until then: longer than the button is shown, so that a
 * press in its last second arrives in time on a slow network.
 */
export const decisionNoticeDueAt = (decidedAt: Date): Date =>
  new Date(decidedAt.getTime() + UNDO_MS + UNDO_MARGIN_MS);

const HIDDEN_WAIT_MS = 15 * 60_000;

/**
 * Whether what tells others about a hidden activity waits: for longer than the decision that hid it can be undone. Afterwards it is not
 * sent any more.
 */
export const waitsForUndo = (createdAt: Date, now: Date): boolean =>
  now.getTime() < createdAt.getTime() + HIDDEN_WAIT_MS;

/** When to look again at what waits. */
export const nextLookAt = (now: Date): Date => new Date(now.getTime() + 60_000);

interface HoldColumns {
  readonly holdKind: HoldKind | null;
  readonly holdTerm: string | null;
}

/** Why an activity is held, or was held last. */
export const holdOf = ({ holdKind, holdTerm }: HoldColumns): HoldReason | null =>
  holdKind === null || holdTerm === null ? null : { kind: holdKind, term: holdTerm };

/** The columns of a reason; none without one, so that the last reason stays. */
export const holdColumns = (hold: HoldReason | null) =>
  hold === null ? {} : { holdKind: hold.kind, holdTerm: hold.term };

/** The path of an activity's public page. */
export const activityPath = (id: string): string => `/actividades/${id}`;

export const calendarPath = (id: string): string => `${activityPath(id)}.ics`;
