import { hasStarted } from '@minga/contract/activity-phase';
import type { AttendanceStats } from '@minga/contract/administration/attendances';
import type { AnyAttendee } from '@minga/contract/confirmation';
import type { Turnout } from '@minga/contract/participants';
import type { Transaction } from '../../../platform/database/connection.ts';
import { isUniqueViolation } from '../../../platform/database/errors.ts';
import type { Paging } from '../../../platform/database/queries.ts';
import { conflict, forbidden, invalid, NOT_ALLOWED, notFound } from '../../../platform/errors.ts';
import type { Session } from '../../../platform/http/session.ts';
import { lastWeeks } from '../../../platform/local-time.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isAllowed, requireAbility } from '../../activities/access-service.ts';
import { createCalendarFiles } from '../../activities/calendar/service.ts';
import { existingActivity, lockVisibleActivity, needsOf, visibleActivity } from '../../activities/service.ts';
import { findRefused } from '../added-repository.ts';
import { additionOf, admitAdditions, mailAdditions } from '../added-service.ts';
import { contactOf, emailCounts } from '../confirm/prepare-service.ts';
import { dateReductions, findDetached, isDetachedCovered, lockDetached } from '../detached-repository.ts';
import { REFUSED, startedProblem } from '../errors.ts';
import { confirmByOrigin } from '../limits.ts';
import { deleteLinks, insertLinks, releaseClients } from '../links/repository.ts';
import { newPersonalLink } from '../links/service.ts';
import { stateEmail } from '../places/mails.ts';
import { confirmParty } from '../places/party-service.ts';
import { countFree, findView } from '../places/repository.ts';
import { publishCancellations, UNKNOWN_ATTENDANCE, withdrawAttendance } from '../places/service.ts';
import { type Caller, rightsOf } from '../policy.ts';
import {
  ALREADY_ON_LIST,
  type AttendanceRow,
  type AttendanceView,
  deleteAttendances,
  findAttendance,
  hasParticipantNamed,
  isCovered,
  listParticipants,
  lockAttendance,
  lockAttended,
  publishAttendanceUpdate,
  updateAttendance,
} from '../repository.ts';
import { afterEdit, type Holder, type Identity, newCode, sizeOf } from '../rules.ts';
import {
  type AttendanceFilter,
  countAttendances,
  countStatistics,
  countTurnout,
  listAttendances,
  type RegisteredRow,
} from './repository.ts';

const ACCOUNT_DELETED = 'Esta persona eliminó su cuenta: puedes quitarla de la lista, pero no cambiarla';

/** A page of an activity's attendances, for its organisers. */
export async function participantsOf(
  platform: Platform,
  { user }: Session,
  taskId: string,
  paging: Paging,
): Promise<{ rows: AttendanceView[]; total: number }> {
  await managedActivity(platform, taskId, user.id);
  return listParticipants(platform.db, taskId, paging);
}

/** A changed attendance, with the personal link. */
interface Changed {
  readonly view: AttendanceView;
  /** The personal link for the response if another person without an e-mail has taken the place, or null. */
  readonly personalUrl: string | null;
  /** Whether the new address is mailed, or null if there is none. */
  readonly isMailed: boolean | null;
}

/**
 * Changes a participant's name, e-mail and phone; an undefined field remains. If the edit gives the place to another person
 * (`afterEdit`), all links, proofs and codes that were issued before are void. A new address gets the confirmation e-mail, unless
 * the activity has started.
 */
export async function changeParticipant(
  platform: Platform,
  session: Session,
  id: string,
  { name, ...edit }: AnyAttendee,
  origin: string,
): Promise<Changed> {
  const { db, clock, limits, mailer } = platform;
  const { user } = session;
  const { activity, participant } = await managedParticipant(platform, id, user.id);
  await limits.count(confirmByOrigin, origin);
  // An organiser may omit e-mail and phone, whatever contact the activity requires of attendees who confirm themselves.
  const { email, phone } = contactOf(
    platform,
    { contact: 'any' },
    {
      email: edit.email === undefined ? participant.email : edit.email,
      phone: edit.phone === undefined ? participant.phone : edit.phone,
    },
  );
  if (email !== null && participant.email !== email)
    await limits.countAll(emailCounts(email, { session, origin }, true));
  const { url, tokenHash } = newPersonalLink(platform);
  const now = clock();
  try {
    return await db.transaction(async tx => {
      const locked = await lockVisibleActivity(platform, tx, activity.id, user.id, 'update');
      const before = await lockEditable(tx, id);
      const isNewAddress = email !== null && email !== before.email;
      if (isNewAddress && (await findRefused(tx, activity.id, [email])).size > 0) throw invalid([REFUSED]);
      if (await hasParticipantNamed(tx, activity.id, name, id)) throw conflict(ALREADY_ON_LIST);
      await publishAttendanceUpdate(tx, [activity]);
      const isOwn = email === user.email;
      const isTelling = isNewAddress && !isOwn && !hasStarted(locked, now);
      const addee = { email };
      const admitted = await admitAdditions(platform, tx, [locked], user, isTelling ? [addee] : []);
      const addition = isOwn ? null : additionOf(admitted, addee);
      const holder = await changeIdentity(platform, tx, before, { name, email, phone }, addition);
      const view = await viewOf(tx, id);
      const link = { tokenHash, attendanceId: id, email, createdAt: now };
      if (email === null) {
        if (holder === 'same') return { view, personalUrl: null, isMailed: null };
        await insertLinks(tx, [link]);
        return { view, personalUrl: url, isMailed: null };
      }
      if (!isNewAddress) return { view, personalUrl: null, isMailed: null };
      if (hasStarted(locked, now)) return { view, personalUrl: null, isMailed: null };
      if (!isOwn && admitted.mailed.length === 0) return { view, personalUrl: null, isMailed: false };
      await insertLinks(tx, [link]);
      if (admitted.allowance !== null) {
        const { position, row } = view;
        const mail = { name, email, companions: row.companions, personalUrl: url, position };
        await mailAdditions(platform, tx, admitted.allowance, user.username, [
          { ...mail, activities: [activity] },
        ]);
        return { view, personalUrl: null, isMailed: true };
      }
      const needs = view.claims.length === 0 ? [] : await needsOf(tx, activity.id);
      const filesOf = await createCalendarFiles(tx, [activity.id], platform);
      const cause = { accountId: user.id };
      const sent = { personalUrl: url, addedBy: null, needs, cause, filesOf };
      await mailer.sendAll(tx, [await stateEmail(view, activity, sent, platform)]);
      return { view, personalUrl: null, isMailed: true };
    });
  } catch (error) {
    const keys = ['attendances_activity_id_email_key', 'attendances_activity_id_phone_key'];
    if (keys.some(key => isUniqueViolation(error, key))) throw conflict(ALREADY_ON_LIST);
    throw error;
  }
}

/** Stores an organiser's edit of a locked attendance, and voids the links, proof and data that a new person must not get. */
async function changeIdentity(
  { events, clock }: Pick<Platform, 'events' | 'clock'>,
  tx: Transaction,
  before: AttendanceRow,
  after: Identity,
  addition: AttendanceRow['addition'],
): Promise<Holder> {
  const { id } = before;
  const { name, email, phone } = after;
  const { holder, corrected } = afterEdit(before, after);
  await updateAttendance(tx, id, {
    name,
    email,
    phone,
    corrected,
    // An address that an organiser typed has confirmed nothing.
    ...((holder !== 'same' || email !== before.email) && { addition }),
    ...(holder !== 'same' && { proofHash: null, code: newCode() }),
    // These data belong to the person who was replaced.
    ...(holder === 'other' && {
      userId: null,
      answers: [],
      askedAgainAt: null,
      reconfirmedAt: null,
      lastAskedAt: null,
    }),
    // Arrival and hours are cleared, unless neither person has an e-mail or phone: then they are the organisers' own records under
    // a name.
    ...(holder === 'other' &&
      [before.email, before.phone, email, phone].some(contact => contact !== null) && {
        checkedInAt: null,
        isSelfCheckedIn: false,
        hours: null,
        feedbackAskedAt: null,
        feedbackDeclinedAt: null,
      }),
  });
  if (holder !== 'other' && before.name !== name) await events.publish(tx, 'attendeeRenamed', [before]);
  if (holder === 'same') return holder;
  await deleteLinks(tx, id, holder === 'other' ? 'all' : 'unmailed');
  await releaseClients(tx, [id]);
  if (holder === 'other') {
    await dateReductions(tx, [id], clock());
    await events.publish(tx, 'attendeeReplaced', [before]);
  }
  return holder;
}

async function lockEditable(tx: Transaction, id: string): Promise<AttendanceRow> {
  const row = await lockAttendance(tx, id);
  if (row === null) throw notFound(UNKNOWN_ATTENDANCE);
  if (row.name === null) throw conflict(ACCOUNT_DELETED);
  return row;
}

async function viewOf(tx: Transaction, id: string): Promise<AttendanceView> {
  const found = await findView(tx, id);
  if (found === null) throw notFound(UNKNOWN_ATTENDANCE);
  return found;
}

/** Gives a waiting or offered party a place, even beyond the capacity. A confirmed party remains unchanged. */
export async function admitParticipant(
  platform: Platform,
  { user }: Session,
  id: string,
): Promise<AttendanceView> {
  const { participant } = await managedParticipant(platform, id, user.id);
  return platform.db.transaction(async tx => {
    const activity = await lockAttended(tx, participant.activityId);
    const row = activity && (await lockAttendance(tx, id));
    if (!row) throw notFound(UNKNOWN_ATTENDANCE);
    if (row.status === 'confirmed') return viewOf(tx, id);
    const started = startedProblem(activity, platform.clock());
    if (started !== null) throw started;
    const isOverLimit = row.status === 'waiting' && sizeOf(row) > (await countFree(tx, activity));
    await confirmParty(platform, tx, activity, row, {
      actorId: user.id,
      values: { isOverLimit },
    });
    return viewOf(tx, id);
  });
}

/** Removes participants of an activity and returns how many of them were on its list. */
export async function removeParticipants(
  platform: Platform,
  { user }: Session,
  taskId: string,
  ids: readonly string[],
): Promise<number> {
  await managedActivity(platform, taskId, user.id);
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
  await managedParticipant(platform, id, user.id);
  await platform.db.transaction(tx =>
    withdrawAttendance(platform, tx, id, { actorId: user.id, by: 'organiser' }),
  );
}

async function managedParticipant(platform: Platform, id: string, actorId: string) {
  const participant = await findAttendance(platform.db, id);
  if (participant === null) throw notFound(UNKNOWN_ATTENDANCE);
  return { participant, ...(await managedActivity(platform, participant.activityId, actorId)) };
}

/** The activity. Rejects with 404 if the caller may not take part in it, and with 403 if the caller does not manage it. */
async function managedActivity(platform: Platform, id: string, actorId: string) {
  const found = await visibleActivity(platform, id, actorId);
  await requireAbility(platform.db, actorId, found.activity, 'manage');
  return found;
}

/** An attendance, or a detached attendance after its deletion. */
type Helper = Pick<AttendanceRow, 'id' | 'activityId' | 'userId' | 'email' | 'name'>;

/**
 * An attendance by its id, for its person (by session, personal link or visitor's proof) and for organisers. Rejects with 404 or
 * 403. A personal link excludes all other rights.
 */
export async function attendanceOf(
  { db }: Pick<Platform, 'db'>,
  id: string,
  tokenHash: Buffer | undefined,
  caller: Caller,
): Promise<Helper> {
  const row = await findAttendance(db, id);
  const own = rightsOf({ tokenHash }, caller, false);
  if (row === null) {
    const detached = await findDetached(db, id);
    if (detached === null) throw notFound(UNKNOWN_ATTENDANCE);
    if (await isDetachedCovered(db, id, own)) return detached;
    throw forbidden(NOT_ALLOWED);
  }
  if (await isCovered(db, id, own)) return row;
  const viewerId = caller.session?.user.id ?? null;
  if (tokenHash === undefined && viewerId !== null) {
    const { activity } = await existingActivity(db, row.activityId);
    if (await isAllowed(db, viewerId, activity, 'manage')) return row;
  }
  throw forbidden(NOT_ALLOWED);
}

/** An attendance by its id, for organisers of its activity. Rejects with 404 or 403. */
export async function managedAttendance(
  platform: Platform,
  id: string,
  viewerId: string,
): Promise<AttendanceRow> {
  const row = await findAttendance(platform.db, id);
  if (row === null) throw notFound(UNKNOWN_ATTENDANCE);
  const { activity } = await visibleActivity(platform, row.activityId, viewerId);
  await requireAbility(platform.db, viewerId, activity, 'manage');
  return row;
}

/** Locks an attendance, or the detached one after its deletion, until the transaction ends. Rejects with 404. */
export async function lockHelper(tx: Transaction, id: string): Promise<Helper> {
  const row = (await lockAttendance(tx, id)) ?? (await lockDetached(tx, id));
  if (row === null) throw notFound(UNKNOWN_ATTENDANCE);
  return row;
}

/** The numbers of people who came, for organisers of the activity. Rejects with 404 or 403. */
export async function turnoutOf(platform: Platform, { user }: Session, taskId: string): Promise<Turnout> {
  const { activity } = await visibleActivity(platform, taskId, user.id);
  await requireAbility(platform.db, user.id, activity, 'manage');
  return countTurnout(platform.db, activity.id);
}

/** One page of `total` attendances of all activities, the newest first. */
export const attendancesPage = (
  { db }: Pick<Platform, 'db'>,
  filter: AttendanceFilter,
  paging: Paging,
  total: number,
): Promise<RegisteredRow[]> => listAttendances(db, filter, paging, total);

export const countFiltered = ({ db }: Pick<Platform, 'db'>, filter: AttendanceFilter): Promise<number> =>
  countAttendances(db, filter);

/** Computes the statistics. It reads every attendance, so requests must not call it. */
export const countAttendanceStatistics = (
  { settings }: Pick<Platform, 'settings'>,
  tx: Transaction,
  now: Date,
): Promise<AttendanceStats> => countStatistics(tx, lastWeeks(now, settings.timeZone), now);
