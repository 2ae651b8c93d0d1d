import type { Confirmation } from '@minga/contract/attendance';
import type { Transaction } from '../../platform/database/connection.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import { isPast, lockVisibleActivity, visibleActivity } from '../activities/service.ts';
import { tellOwner } from '../notifications/news-service.ts';
import { remindAttendee } from '../reminders/visitor-service.ts';
import { announceAttendance } from './announcement.ts';
import { confirmByOrigin, letterByEmail } from './limits.ts';
import { insertLinks } from './link-repository.ts';
import { newPersonalLink } from './links.ts';
import { attendanceLetter } from './mails.tsx';
import { hasParticipantNamed } from './participant-repository.ts';
import {
  type AttendanceRow,
  anonymise,
  countOfAccount,
  insertAttendance,
  listOfAccount,
  moveToEmail,
} from './repository.ts';

/** Who confirms: the session, if any, and the visitor's proof that a new cookie will hold. */
export interface Confirmer {
  readonly session: Session | null;
  readonly proof: string;
  readonly origin: string;
}

/** What the owner reads of a participant whose name or e-mail is on the list already. */
export const TAKEN = 'Nombre o correo ya registrados';

/**
 * Confirms that somebody comes (CONTRACT.md section 4). It is linked to the account only when the session's own e-mail
 * is given; a visitor's is bound to the proof; the owner who adds a participant gets neither. Without an account the
 * letter holds the personal link. Two at once with one e-mail: the unique index lets one in.
 */
export async function confirmAttendance(
  platform: Platform,
  { taskId, name, email, remind }: Confirmation,
  { session, proof, origin }: Confirmer,
): Promise<AttendanceRow> {
  const { db, clock, limits, mailer } = platform;
  await limits.count(confirmByOrigin, origin);
  const viewerId = session?.user.id ?? null;
  const { activity } = await visibleActivity(platform, taskId, viewerId);
  const isOwner = activity.ownerId === viewerId;
  const isOwnEmail = session?.user.email === email;
  if (!isOwnEmail) await limits.count(letterByEmail, email);
  const link = isOwnEmail ? null : newPersonalLink(platform);
  const letter = await attendanceLetter({ name, email }, activity, link?.url ?? null, platform);
  const taken = isOwner ? TAKEN : 'Ya estás registrado en esta actividad';
  const now = clock();
  return db.transaction(async tx => {
    // The owner looks for the name and then inserts: nobody may come in between.
    const strength = isOwner ? 'update' : 'share';
    const locked = await lockVisibleActivity(platform, tx, taskId, viewerId, strength);
    if (isPast(locked.date, now)) throw invalid(['Esta actividad ya pasó']);
    if (isOwner && (await hasParticipantNamed(tx, taskId, name))) throw conflict(taken);
    const row = await insertAttendance(tx, {
      activityId: taskId,
      name,
      email,
      userId: isOwnEmail ? viewerId : null,
      proofHash: isOwnEmail || isOwner ? null : hashToken(proof),
      createdAt: now,
    });
    if (row === null) throw conflict(taken);
    if (link !== null) {
      await insertLinks(tx, [{ tokenHash: link.tokenHash, attendanceId: row.id, createdAt: now }]);
    }
    await mailer.send(tx, letter);
    // The owner adds others, and may not choose for them.
    if (remind === true && (isOwnEmail || !isOwner)) {
      const { date } = locked;
      await remindAttendee(platform, tx, {
        attendanceId: row.id,
        activityId: taskId,
        date,
        userId: row.userId,
      });
    }
    await announceAttendance(tx, { ownerId: locked.ownerId, activityId: taskId });
    await tellOwner(platform, tx, { activity: locked, attendance: row, isComing: true, actorId: viewerId });
    return row;
  });
}

/** An account's confirmed attendances follow it to its new, proved address. */
export const moveAttendances = (tx: Transaction, userId: string, email: string): Promise<void> =>
  moveToEmail(tx, userId, email);

/** The attendances of an account that ends stay, without name and e-mail (CONTRACT.md section 6). */
export const anonymiseAttendances = (tx: Transaction, { id, email }: Session['user']): Promise<void> =>
  anonymise(tx, id, email);

export const countOwnAttendances = ({ db }: Platform, { id, email }: Session['user']): Promise<number> =>
  countOfAccount(db, id, email);

/** All that an account attends, with title and date of the activity. */
export const ownAttendances = ({ db }: Platform, { id, email }: Session['user']) =>
  listOfAccount(db, id, email);
