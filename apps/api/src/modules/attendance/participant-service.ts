import type { Attendee } from '@minga/contract/attendance';
import type { Transaction } from '../../platform/database/connection.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import { conflict, forbidden, NOT_ALLOWED, notFound } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { isPast } from '../activities/rules.ts';
import { lockVisibleActivity, visibleActivity } from '../activities/service.ts';
import { UNKNOWN_ATTENDANCE, withdrawAttendance } from './cancel-service.ts';
import { countEmailTo } from './confirm-service.ts';
import { confirmByOrigin } from './limits.ts';
import { deleteLinks, insertLinks } from './link-repository.ts';
import { newPersonalLink } from './links.ts';
import { publishAttendanceUpdate } from './live-update.ts';
import { attendanceEmail } from './mails.tsx';
import {
  ALREADY_ON_LIST,
  findAttendance,
  hasParticipantNamed,
  listParticipants,
  lockAttendance,
  updateAttendance,
} from './participant-repository.ts';
import type { AttendanceRow, Paging } from './repository.ts';

const ACCOUNT_DELETED = 'Esta persona eliminó su cuenta: puedes quitarla de la lista, pero no cambiarla';

/** The attendees of an activity, for its organiser only. */
export async function participantsOf(
  platform: Platform,
  { user }: Session,
  taskId: string,
  paging: Paging,
): Promise<{ rows: AttendanceRow[]; total: number }> {
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
): Promise<AttendanceRow> {
  const { db, clock, events, limits, mailer } = platform;
  const { user } = session;
  const { activity, participant } = await ownParticipant(platform, id, user.id);
  await limits.count(confirmByOrigin, origin);
  if (participant.email !== email) await countEmailTo(platform, email, { session, origin });
  const { url, tokenHash } = newPersonalLink(platform);
  const confirmationEmail = await attendanceEmail(
    { name, email },
    activity,
    { personalUrl: url, addedBy: user.username },
    platform,
  );
  const now = clock();
  try {
    return await db.transaction(async tx => {
      const { ownerId, date } = await lockVisibleActivity(platform, tx, activity.id, user.id, 'update');
      const before = await lockEditable(tx, id);
      if (await hasParticipantNamed(tx, activity.id, name, id)) throw conflict(ALREADY_ON_LIST);
      await publishAttendanceUpdate(tx, [{ id: activity.id, ownerId }]);
      if (before.email === email) return updateAttendance(tx, id, { name });
      const row = await updateAttendance(tx, id, {
        ...{ name, email, userId: null, proofHash: null },
        // The answers were another person's.
        answers: [],
      });
      await deleteLinks(tx, id);
      await events.publish(tx, 'attendeeReplaced', [before]);
      if (isPast(date, now)) return row;
      await insertLinks(tx, [{ tokenHash, attendanceId: id, createdAt: now }]);
      await mailer.send(tx, confirmationEmail);
      return row;
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
