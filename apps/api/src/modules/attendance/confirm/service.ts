import type { Confirmation } from '@minga/contract/confirmation';
import type { Need } from '@minga/contract/needs';
import type { Transaction } from '../../../platform/database/connection.ts';
import { AppError, conflict, notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { batchByKey } from '../../../platform/speed/batch.ts';
import { canTakePart } from '../../activities/access-service.ts';
import { createCalendarFiles } from '../../activities/calendar/service.ts';
import { needsOf, UNKNOWN_ACTIVITY } from '../../activities/service.ts';
import { alreadyCancelled, clientIdTaken } from '../errors.ts';
import { findClients, insertLinks, setProof } from '../links/repository.ts';
import { duplicateEmail } from '../mails.ts';
import { stateEmail } from '../places/mails.ts';
import { findRegistered } from '../places/repository.ts';
import {
  ALREADY_ON_LIST,
  type AttendanceRow,
  type AttendanceView,
  type AttendedActivity,
  claimDuplicateNotice,
  hasParticipantNamed,
  lockAttended,
  publishAttendanceUpdate,
} from '../repository.ts';
import { isSameName } from '../rules.ts';
import {
  type Confirmer,
  countRevealed,
  type PendingConfirmation,
  placeParties,
  prepareConfirmation,
  problemOf,
} from './prepare-service.ts';
import { insertPlaced } from './repository.ts';

/** A stored attendance. */
export type Confirmed = AttendanceView & {
  /** The personal link for the response, or null if the attendee has an e-mail, to which the link is sent. */
  readonly personalUrl: string | null;
  /** The browser repeated an earlier confirmation; only its proof and link were renewed. */
  readonly isRepeated: boolean;
};
type Outcome = Confirmed | AppError;

/**
 * Creates a function that confirms attendances (docs/rules.md R4.3). Only the session's own e-mail links the attendance to the
 * account; a visitor's attendance is bound to the proof; a participant whom the organiser adds gets neither. If two requests
 * confirm the same e-mail concurrently, the unique index rejects the second. Concurrent confirmations of one activity share one
 * transaction, which locks the activity (decision 0017). A repeated confirmation of a browser returns the stored attendance.
 */
export function createConfirmer(platform: Platform) {
  const store = batchByKey((activityId: string, pending: readonly PendingConfirmation[]) =>
    storeConfirmations(platform, activityId, pending),
  );
  return async (
    confirmation: Confirmation,
    confirmer: Confirmer,
  ): Promise<Confirmed & Pick<PendingConfirmation, 'isAdded'>> => {
    const pending = await prepareConfirmation(platform, confirmation, confirmer);
    // The organiser's additions are checked by name against the stored ones, so each has its own transaction.
    const { isOrganiser, isAdded, attendance } = pending;
    const outcome = isOrganiser
      ? (await storeConfirmations(platform, attendance.activityId, [pending]))[0]
      : await store(attendance.activityId, pending);
    if (outcome instanceof AppError) {
      if (outcome.code === 'CONFLICT') await countRevealed(platform, pending, confirmer);
      throw outcome;
    }
    if (outcome === undefined) throw new Error('a confirmation has no outcome');
    return { ...outcome, isAdded };
  };
}

/** Locks the activity, checks each confirmation again and stores those that pass. Returns the outcomes in order. */
async function storeConfirmations(
  platform: Platform,
  activityId: string,
  all: readonly PendingConfirmation[],
): Promise<Outcome[]> {
  const ids = all.map(({ clientId }) => clientId);
  const isFirst = (index: number) => ids[index] === null || ids.indexOf(ids[index] ?? null) === index;
  const first = await storeDistinct(
    platform,
    activityId,
    all.filter((_, index) => isFirst(index)),
  );
  const again = all.filter((_, index) => !isFirst(index));
  // If a batch contains a browser's confirmation twice, the second finds the stored first one.
  const repeated = again.length === 0 ? [] : await storeConfirmations(platform, activityId, again);
  return all.map((_, index) => {
    const outcome = (isFirst(index) ? first : repeated).shift();
    if (outcome === undefined) throw new Error('a confirmation has no outcome');
    return outcome;
  });
}

type Stored = AttendanceView & { readonly pending: PendingConfirmation };

function storeDistinct(
  platform: Platform,
  activityId: string,
  all: readonly PendingConfirmation[],
): Promise<Outcome[]> {
  return platform.db.transaction(async tx => {
    const activity = await lockAttended(tx, activityId);
    if (activity === null) return all.map(() => notFound(UNKNOWN_ACTIVITY));
    const { outcomes, duplicates, valid } = await checkAll(platform, tx, activity, all);
    const hasClaims = activity.needsRequired || valid.some(({ claims }) => claims.length > 0);
    const needs = hasClaims ? await needsOf(tx, activityId) : [];
    const stored: Stored[] = [];
    for (const [index, placed] of (await placeParties(platform, tx, activity, needs, valid)).entries()) {
      const pending = valid[index];
      if (pending === undefined) continue;
      if (placed instanceof AppError) {
        outcomes.set(pending, placed);
        continue;
      }
      outcomes.set(pending, { ...placed, personalUrl: urlOf(pending), isRepeated: false });
      stored.push({ ...placed, pending });
    }
    await insertPlaced(tx, stored);
    await announce(platform, tx, activity, { stored, needs });
    for (const pending of duplicates) {
      await notifyDuplicate(platform, tx, pending, activity);
      const duplicate = pending.isOrganiser ? ALREADY_ON_LIST : 'Ya estás registrado en esta actividad';
      outcomes.set(pending, conflict(duplicate));
    }
    return all.map(pending => {
      const outcome = outcomes.get(pending);
      if (outcome === undefined) throw new Error('a confirmation has no outcome');
      return outcome;
    });
  });
}

/** Decides the outcomes of invalid, repeated and duplicate confirmations. Among the valid ones no address occurs twice. */
async function checkAll(
  platform: Platform,
  tx: Transaction,
  activity: AttendedActivity,
  all: readonly PendingConfirmation[],
) {
  const outcomes = new Map<PendingConfirmation, Outcome>();
  const duplicates: PendingConfirmation[] = [];
  const valid: PendingConfirmation[] = [];
  const registered = await findRegistered(tx, activity.id, all.flatMap(addressesOf));
  const clients = await findClients(
    tx,
    activity.id,
    all.flatMap(({ clientId }) => clientId ?? []),
  );
  for (const pending of all) {
    const earlier = clients.get(pending.clientId ?? '');
    const decided =
      earlier === undefined
        ? await errorOf(platform, tx, pending, activity)
        : await repeat(tx, pending, earlier);
    const addresses = addressesOf(pending);
    if (decided !== null) outcomes.set(pending, decided);
    else if (addresses.some(address => registered.has(address))) duplicates.push(pending);
    else {
      for (const address of addresses) registered.add(address);
      valid.push(pending);
    }
  }
  return { outcomes, duplicates, valid };
}

/** Sends the e-mails to the parties, updates the organisers' lists and publishes the event. */
async function announce(
  platform: Platform,
  tx: Transaction,
  activity: AttendedActivity,
  { stored, needs }: { readonly stored: readonly Stored[]; readonly needs: readonly Need[] },
): Promise<void> {
  const filesOf = await createCalendarFiles(tx, [activity.id], platform);
  const emails = await Promise.all(
    stored
      .filter(({ row }) => row.email !== null)
      .map(({ pending: { link, addedBy, cause }, ...one }) =>
        stateEmail(
          one,
          activity,
          { personalUrl: link?.url ?? null, addedBy, needs, cause, filesOf },
          platform,
        ),
      ),
  );
  await platform.mailer.sendAll(tx, emails);
  if (stored.length > 0) await publishAttendanceUpdate(tx, [activity]);
  await platform.events.publish(
    tx,
    'attendanceConfirmed',
    stored.map(({ row, pending: { viewerId, wantsReminder } }) => ({
      attendance: row,
      activity,
      actorId: viewerId,
      wantsReminder,
      dates: 1,
    })),
  );
}

/** The e-mail and the phone, each of which is unique in an activity. */
const addressesOf = ({ attendance: { email, phone } }: PendingConfirmation): string[] =>
  [email, phone].filter(address => address !== null);

/** The personal link for the response, or null if the attendee gets it by e-mail. */
const urlOf = ({ attendance, link }: PendingConfirmation): string | null =>
  attendance.email === null ? (link?.url ?? null) : null;

/**
 * Returns the stored attendance to a browser that repeats its confirmation, with a new proof and personal link, since the browser
 * may not have received the first response. Returns a 409 error for another person's data, and if the attendance was cancelled or
 * given to another person.
 */
async function repeat(
  tx: Transaction,
  pending: PendingConfirmation,
  earlier: AttendanceView | null,
): Promise<Outcome> {
  if (earlier === null) return alreadyCancelled();
  const { attendance, link } = pending;
  const { row } = earlier;
  if (!isSamePerson(row, attendance)) return clientIdTaken();
  const { proofHash } = attendance;
  if (proofHash !== null) await setProof(tx, row.id, proofHash);
  if (link !== null && row.email === null)
    await insertLinks(tx, [
      { tokenHash: link.tokenHash, attendanceId: row.id, createdAt: attendance.createdAt },
    ]);
  return { ...earlier, row: { ...row, proofHash }, personalUrl: urlOf(pending), isRepeated: true };
}

/**
 * Whether a repeated confirmation is that of the person of the stored attendance. Compares by e-mail, without one by phone, and
 * without both by name, since organisers may have corrected the other fields.
 */
export const isSamePerson = (stored: AttendanceRow, sent: AttendanceRow): boolean =>
  (stored.userId === null || stored.userId === sent.userId) &&
  stored.email === sent.email &&
  (stored.email !== null ||
    (stored.phone === sent.phone && (stored.phone !== null || isSameName(stored.name, sent.name))));

/** The error if the activity has changed since `prepareConfirmation` so that the confirmation is no longer valid, or null. */
async function errorOf(
  platform: Platform,
  tx: Transaction,
  pending: PendingConfirmation,
  activity: AttendedActivity,
): Promise<AppError | null> {
  const { isOrganiser, attendance, viewerId } = pending;
  if (!(await canTakePart(tx, platform.settings, viewerId, activity))) return notFound(UNKNOWN_ACTIVITY);
  const problem = problemOf(pending, activity);
  if (problem !== null) return problem;
  const isTaken = isOrganiser && (await hasParticipantNamed(tx, activity.id, attendance.name ?? ''));
  return isTaken ? conflict(ALREADY_ON_LIST) : null;
}

/**
 * Notifies an address, at most once a day, that a stranger entered it: the 409 reveals that it is on the list (decision 0021). Does
 * not notify for the organiser, the account itself or the browser that confirmed.
 */
export async function notifyDuplicate(
  platform: Platform,
  tx: Transaction,
  { attendance: { email, proofHash, createdAt }, isOrganiser, link, cause }: PendingConfirmation,
  { id: activityId, title }: AttendedActivity,
): Promise<void> {
  if (isOrganiser || link === null || email === null) return;
  const existing = await claimDuplicateNotice(tx, { activityId, email, proofHash }, createdAt);
  if (existing === null) return;
  const personalUrl = existing.userId === null ? link.url : null;
  if (personalUrl !== null) {
    await insertLinks(tx, [{ tokenHash: link.tokenHash, attendanceId: existing.id, email, createdAt }]);
  }
  await platform.mailer.send(tx, await duplicateEmail(email, { title }, personalUrl), {
    ...{ kind: 'duplicateEmail', cause, activityId },
  });
}
