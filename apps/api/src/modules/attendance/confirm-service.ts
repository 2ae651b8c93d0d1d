import type { Confirmation } from '@minga/contract/attendance';
import { v7 } from 'uuid';
import { batch } from '../../platform/database/batch.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { AppError, conflict, invalid, notFound } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Email } from '../../platform/mail/email.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import { isPast, mayTakePart, UNKNOWN_ACTIVITY, visibleActivity } from '../activities/service.ts';
import { notifyOwners } from '../notifications/news-service.ts';
import { remindAttendees } from '../reminders/visitor-service.ts';
import { confirmByOrigin, emailByRecipient } from './limits.ts';
import { insertLinks } from './link-repository.ts';
import { newPersonalLink, type PersonalLink } from './links.ts';
import { publishAttendanceUpdate } from './live-update.ts';
import { attendanceEmail } from './mails.tsx';
import { hasParticipantNamed } from './participant-repository.ts';
import {
  type AttendanceRow,
  type AttendedActivity,
  findAttended,
  insertAttendances,
  lockAttended,
  lockFreeAttended,
} from './repository.ts';
import { TAKEN } from './service.ts';

/** Who confirms: the session, if any, and the visitor's proof that a new cookie will hold. */
interface Confirmer {
  readonly session: Session | null;
  readonly proof: string;
  readonly origin: string;
}

/** One who is let in so far, and what is written when nothing has changed until then. */
interface PendingConfirmation {
  readonly attendance: AttendanceRow;
  readonly viewerId: string | null;
  /** The owner adds a participant. */
  readonly isOwner: boolean;
  readonly wantsReminder: boolean;
  /** Null: an account's own attendance needs none. */
  readonly link: PersonalLink | null;
  readonly letter: Email;
}

interface Accepted extends PendingConfirmation {
  readonly activity: AttendedActivity;
}

/** Null: its activity could not be locked, or is gone. */
type Outcome = AttendanceRow | AppError | null;
type Confirm = (confirmation: Confirmation, confirmer: Confirmer) => Promise<AttendanceRow>;
type Lock = (tx: Transaction, activityIds: string[]) => Promise<ReadonlyMap<string, AttendedActivity>>;
type Look = (activityId: string) => Promise<AttendedActivity | undefined>;

/**
 * Confirms that somebody comes (CONTRACT.md section 4). It is linked to the account only when the session's own e-mail
 * is given; a visitor's is bound to the proof; the owner who adds a participant gets neither. Without an account the
 * letter holds the personal link. Two at once with one e-mail: the unique index lets one in. Those who confirm at the
 * same time are looked up and written together; who must wait for an activity that somebody keeps makes nobody else wait.
 */
export function createConfirmer(platform: Platform): Confirm {
  const look: Look = batch(async ids => {
    const found = await findAttended(platform.db, ids);
    return ids.map(id => found.get(id));
  });
  const write = (comings: readonly PendingConfirmation[], lock: Lock) =>
    platform.db.transaction(async tx => {
      const locked = await lock(
        tx,
        comings.map(({ attendance }) => attendance.activityId),
      );
      return writeComings(platform, tx, comings, locked);
    });
  const writeNow = batch((comings: readonly PendingConfirmation[]) => write(comings, lockFreeAttended));
  const writeLater = batch((comings: readonly PendingConfirmation[]) => write(comings, lockShared));

  return async (confirmation, confirmer) => {
    const coming = await prepareConfirmation(platform, look, confirmation, confirmer);
    const outcome = coming.isOwner
      ? (await write([coming], lockExclusive))[0]
      : ((await writeNow(coming)) ?? (await writeLater(coming)));
    if (outcome instanceof AppError) throw outcome;
    if (!outcome) throw notFound(UNKNOWN_ACTIVITY);
    return outcome;
  };
}

const lockShared: Lock = (tx, ids) => lockAttended(tx, ids, 'share');
/** The owner looks for a name and then inserts: nobody may come in between. */
const lockExclusive: Lock = (tx, ids) => lockAttended(tx, ids, 'update');

async function prepareConfirmation(
  platform: Platform,
  look: Look,
  { taskId, name, email, remind }: Confirmation,
  { session, proof, origin }: Confirmer,
): Promise<PendingConfirmation> {
  const { clock, limits, settings } = platform;
  await limits.count(confirmByOrigin, origin);
  const viewerId = session?.user.id ?? null;
  const found = await look(taskId);
  const isVisible = found !== undefined && mayTakePart(viewerId, found, settings.moderation);
  // What is not to be seen is refused there.
  const activity = isVisible ? found : (await visibleActivity(platform, taskId, viewerId)).activity;
  const isOwner = activity.ownerId === viewerId;
  const isOwnEmail = session?.user.email === email;
  if (!isOwnEmail) await limits.count(emailByRecipient, email);
  const link = isOwnEmail ? null : newPersonalLink(platform);
  return {
    attendance: {
      id: v7(),
      activityId: taskId,
      name,
      email,
      userId: isOwnEmail ? viewerId : null,
      proofHash: isOwnEmail || isOwner ? null : hashToken(proof),
      createdAt: clock(),
    },
    viewerId,
    isOwner,
    // The owner adds others, and may not choose for them.
    wantsReminder: remind === true && (isOwnEmail || !isOwner),
    link,
    letter: await attendanceEmail({ name, email }, activity, link?.url ?? null, platform),
  };
}

/** Writes each whose activity is `locked`, or says why not; in their order. */
async function writeComings(
  platform: Platform,
  tx: Transaction,
  comings: readonly PendingConfirmation[],
  locked: ReadonlyMap<string, AttendedActivity>,
): Promise<Outcome[]> {
  const refusals = new Map<PendingConfirmation, AppError>();
  const accepted: Accepted[] = [];
  for (const coming of comings) {
    const activity = locked.get(coming.attendance.activityId);
    if (activity === undefined) continue;
    const refusal = await refusalOf(platform, tx, coming, activity);
    if (refusal === null) accepted.push({ ...coming, activity });
    else refusals.set(coming, refusal);
  }
  const written = await insertAttendances(
    tx,
    accepted.map(({ attendance }) => attendance),
  );
  await followUp(
    platform,
    tx,
    accepted.filter(({ attendance }) => written.has(attendance.id)),
  );
  return comings.map(coming => {
    const { attendance, isOwner } = coming;
    if (!locked.has(attendance.activityId)) return null;
    if (written.has(attendance.id)) return attendance;
    return refusals.get(coming) ?? conflict(isOwner ? TAKEN : 'Ya estás registrado en esta actividad');
  });
}

async function refusalOf(
  { settings }: Platform,
  tx: Transaction,
  { attendance, viewerId, isOwner }: PendingConfirmation,
  activity: AttendedActivity,
): Promise<AppError | null> {
  const { activityId, name, createdAt } = attendance;
  if (!mayTakePart(viewerId, activity, settings.moderation)) return notFound(UNKNOWN_ACTIVITY);
  if (isPast(activity.date, createdAt)) return invalid(['Esta actividad ya pasó']);
  return isOwner && (await hasParticipantNamed(tx, activityId, name ?? '')) ? conflict(TAKEN) : null;
}

/** Links, letters, reminders, and the news for the owners. */
async function followUp(platform: Platform, tx: Transaction, comings: readonly Accepted[]): Promise<void> {
  await insertLinks(
    tx,
    comings.flatMap(({ link, attendance: { id, createdAt } }) =>
      link === null ? [] : [{ tokenHash: link.tokenHash, attendanceId: id, createdAt }],
    ),
  );
  await platform.mailer.sendAll(
    tx,
    comings.map(({ letter }) => ({ email: letter })),
  );
  await remindAttendees(
    platform,
    tx,
    comings
      .filter(({ wantsReminder }) => wantsReminder)
      .map(({ activity: { date }, attendance: { id, activityId, userId } }) => ({
        attendanceId: id,
        activityId,
        date,
        userId,
      })),
  );
  await publishAttendanceUpdate(tx, [...new Set(comings.map(({ activity }) => activity))]);
  await notifyOwners(
    platform,
    tx,
    'attendance',
    comings.map(({ activity, attendance, viewerId }) => ({ activity, attendance, actorId: viewerId })),
  );
}
