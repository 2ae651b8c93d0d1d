import type { Attendee } from '@minga/contract/attendance';
import type { Transaction } from '../../platform/database/connection.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import { conflict, forbidden, invalid, NOT_ALLOWED, notFound } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { isPast } from '../activities/rules.ts';
import { lockVisibleActivity, visibleActivity } from '../activities/service.ts';
import { publishCancellations, UNKNOWN_ATTENDANCE, withdrawAttendance } from './cancel-service.ts';
import { countEmailTo } from './confirm-service.ts';
import { PAST_ACTIVITY } from './errors.ts';
import { confirmByOrigin } from './limits.ts';
import { deleteLinks, insertLinks } from './link-repository.ts';
import { newPersonalLink } from './links.ts';
import { publishAttendanceUpdate } from './live-update.ts';
import {
  ALREADY_ON_LIST,
  deleteAttendances,
  findAttendance,
  hasParticipantNamed,
  listParticipants,
  lockAttendance,
  updateAttendance,
} from './participant-repository.ts';
import { confirmParty } from './party-service.ts';
import { countFree, findView } from './places-repository.ts';
import { sizeOf } from './places-rules.ts';
import { type AttendanceRow, type AttendanceView, lockAttended, type Paging } from './repository.ts';
import { stateEmail } from './state-email.ts';

const ACCOUNT_DELETED = 'Esta persona eliminó su cuenta: puedes quitarla de la lista, pero no cambiarla';

/** The attendees of an activity, for its organiser only. */
export async function participantsOf(
  platform: Platform,
  { user }: Session,
  taskId: string,
  paging: Paging,
): Promise<{ rows: AttendanceView[]; total: number }> {
  await ownActivity(platform, taskId, user.id);
  return listParticipants(platform.db, taskId, paging);
}

/**
 * Changes a participant's name and e-mail. A new e-mail means another person: the attendance loses account, proof and links,
 * and the new address gets the confirmation email, unless the activity is past.
 */
export async function changeParticipant(
  platform: Platform,
  session: Session,
  id: string,
  { name, email }: Attendee,
  origin: string,
): Promise<AttendanceView> {
  const { db, clock, events, limits, mailer } = platform;
  const { user } = session;
  const { activity, participant } = await ownParticipant(platform, id, user.id);
  await limits.count(confirmByOrigin, origin);
  if (participant.email !== email) await countEmailTo(platform, email, { session, origin });
  const { url, tokenHash } = newPersonalLink(platform);
  const now = clock();
  try {
    return await db.transaction(async tx => {
      const { ownerId, date } = await lockVisibleActivity(platform, tx, activity.id, user.id, 'update');
      const before = await lockEditable(tx, id);
      if (await hasParticipantNamed(tx, activity.id, name, id)) throw conflict(ALREADY_ON_LIST);
      await publishAttendanceUpdate(tx, [{ id: activity.id, ownerId }]);
      if (before.email === email) {
        await updateAttendance(tx, id, { name });
        return viewOf(tx, id);
      }
      await updateAttendance(tx, id, {
        ...{ name, email, userId: null, proofHash: null },
        // The answers were another person's.
        answers: [],
      });
      await deleteLinks(tx, id);
      await events.publish(tx, 'attendeeReplaced', [before]);
      const changed = await viewOf(tx, id);
      if (isPast(date, now)) return changed;
      await insertLinks(tx, [{ tokenHash, attendanceId: id, createdAt: now }]);
      await mailer.send(
        tx,
        await stateEmail(changed, activity, { personalUrl: url, addedBy: user.username }, platform),
      );
      return changed;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'attendances_activity_id_email_key')) throw conflict(ALREADY_ON_LIST);
    throw error;
  }
}

async function lockEditable(tx: Transaction, id: string): Promise<AttendanceRow> {
  const row = await lockAttendance(tx, id);
  if (row === null) throw notFound(UNKNOWN_ATTENDANCE);
  if (row.email === null) throw conflict(ACCOUNT_DELETED);
  return row;
}

async function viewOf(tx: Transaction, id: string): Promise<AttendanceView> {
  const found = await findView(tx, id);
  if (found === null) throw notFound(UNKNOWN_ATTENDANCE);
  return found;
}

/** Gives a party of the waiting list its place, also beyond the capacity; one that has a place keeps it. */
export async function admitParticipant(
  platform: Platform,
  { user }: Session,
  id: string,
): Promise<AttendanceView> {
  const { participant } = await ownParticipant(platform, id, user.id);
  return platform.db.transaction(async tx => {
    const activity = await lockAttended(tx, participant.activityId);
    const row = activity && (await lockAttendance(tx, id));
    if (!row) throw notFound(UNKNOWN_ATTENDANCE);
    if (row.status === 'confirmed') return viewOf(tx, id);
    if (isPast(activity.date, platform.clock())) throw invalid([PAST_ACTIVITY]);
    const isOverLimit = row.status === 'waiting' && sizeOf(row) > (await countFree(tx, activity));
    await confirmParty(platform, tx, activity, row, {
      actorId: user.id,
      values: { isOverLimit },
    });
    return viewOf(tx, id);
  });
}

/** Removes several participants of an activity; how many were on its list. */
export async function removeParticipants(
  platform: Platform,
  { user }: Session,
  taskId: string,
  ids: readonly string[],
): Promise<number> {
  await ownActivity(platform, taskId, user.id);
  return platform.db.transaction(async tx => {
    const activity = await lockAttended(tx, taskId);
    const removed = activity === null ? [] : await deleteAttendances(tx, taskId, ids);
    if (activity === null || removed.length === 0) return 0;
    await publishCancellations(
      platform,
      tx,
      activity,
      removed.map(attendance => ({ activity, attendance, actorId: user.id, by: 'organiser' as const })),
    );
    return removed.length;
  });
}

export async function removeParticipant(platform: Platform, { user }: Session, id: string): Promise<void> {
  await ownParticipant(platform, id, user.id);
  await platform.db.transaction(tx => withdrawAttendance(platform, tx, id, user.id));
}

async function ownParticipant(platform: Platform, id: string, ownerId: string) {
  const participant = await findAttendance(platform.db, id);
  if (participant === null) throw notFound(UNKNOWN_ATTENDANCE);
  return { participant, ...(await ownActivity(platform, participant.activityId, ownerId)) };
}

/** Rejects with 404 if the caller cannot see the activity, with 403 if it has another owner. */
async function ownActivity(platform: Platform, id: string, ownerId: string) {
  const found = await visibleActivity(platform, id, ownerId);
  if (found.activity.ownerId !== ownerId) throw forbidden(NOT_ALLOWED);
  return found;
}
