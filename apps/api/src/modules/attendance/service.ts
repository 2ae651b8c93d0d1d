import type { Confirmation } from '@minga/contract/attendance';
import type { Transaction } from '../../platform/database/connection.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Limit } from '../../platform/limits/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import { isPast, lockVisibleActivity, visibleActivity } from '../activities/service.ts';
import { attendanceLetter } from './mails.tsx';
import {
  type AttendanceRow,
  anonymise,
  attendsByEmail,
  attendsByProof,
  countOfAccount,
  hasParticipantNamed,
  insertAttendance,
  listOfAccount,
  moveToEmail,
} from './repository.ts';

/** Each confirmation mails somebody: the bound keeps one address of origin from mailing the whole town. */
const confirmByOrigin: Limit = { name: 'confirm-origin', times: 300, seconds: 3600 };

/** Who confirms: the session, if any, and the visitor's proof that a new cookie will hold. */
export interface Caller {
  readonly session: Session | null;
  readonly proof: string;
  readonly origin: string;
}

/**
 * Confirms that somebody comes (CONTRACT.md section 4). It is linked to the account only when the session's own e-mail
 * is given; a visitor's is bound to the proof; the owner who adds a participant gets neither. Two at once with one
 * e-mail: the unique index lets one in.
 */
export async function confirmAttendance(
  platform: Platform,
  { taskId, name, email }: Confirmation,
  { session, proof, origin }: Caller,
): Promise<AttendanceRow> {
  const { db, clock, limits, mailer } = platform;
  await limits.count(confirmByOrigin, origin);
  const viewerId = session?.user.id ?? null;
  const { activity } = await visibleActivity(platform, taskId, viewerId);
  const letter = await attendanceLetter({ name, email }, activity, platform);
  const isOwner = activity.ownerId === viewerId;
  const isOwnEmail = session?.user.email === email;
  const taken = isOwner ? 'Nombre o correo ya registrados' : 'Ya estás registrado en esta actividad';
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
    await mailer.send(tx, letter);
    return row;
  });
}

/**
 * Does the caller attend? An account's e-mail is answered truly to that account alone, another one only with the
 * visitor's proof; without, the answer is no (CONTRACT.md section 4).
 */
export async function isAttending(
  platform: Platform,
  taskId: string,
  email: string | undefined,
  session: Session | null,
  proof: string | undefined,
): Promise<boolean> {
  const { db } = platform;
  await visibleActivity(platform, taskId, session?.user.id ?? null);
  const own = session?.user.email;
  if (own !== undefined && (email ?? own) === own) return attendsByEmail(db, taskId, own);
  return proof !== undefined && attendsByProof(db, taskId, hashToken(proof), email);
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
