import type { Confirmation } from '@minga/contract/attendance';
import type { Claim, Need } from '@minga/contract/needs';
import { v7 } from 'uuid';
import { batchByKey } from '../../platform/database/batch.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { AppError, conflict, invalid, notFound } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import { canTakePart } from '../activities/policy.ts';
import { isPast } from '../activities/rules.ts';
import { needsOf, UNKNOWN_ACTIVITY, visibleActivity } from '../activities/service.ts';
import { checkAnswers } from './answers.ts';
import { insertClaims } from './claims-repository.ts';
import { claimsProblem } from './claims-rules.ts';
import { full, largerThan, PAST_ACTIVITY, tooManyCompanions } from './errors.ts';
import { addressesByOrigin, confirmByOrigin, emailsBySender } from './limits.ts';
import { insertLinks } from './link-repository.ts';
import { newPersonalLink, type PersonalLink } from './links.ts';
import { publishAttendanceUpdate } from './live-update.ts';
import { duplicateEmail } from './mails.tsx';
import { ALREADY_ON_LIST, hasParticipantNamed } from './participant-repository.ts';
import { countFree, endOfQueue, findRegistered } from './places-repository.ts';
import { outcomeOf, sizeOf } from './places-rules.ts';
import {
  type AttendanceRow,
  type AttendanceView,
  type AttendedActivity,
  claimDuplicateNotice,
  insertAttendances,
  lockAttended,
} from './repository.ts';
import { stateEmail } from './state-email.ts';

type Outcome = AttendanceView | AppError;

interface Confirmer {
  readonly session: Session | null;
  /** The visitor's cookie, existing or about to be set. */
  readonly proof: string;
  readonly origin: string;
}

/** A confirmation that passed the checks outside the transaction, with all that it will store. */
interface PendingConfirmation {
  readonly attendance: AttendanceRow;
  readonly claims: readonly Claim[];
  readonly viewerId: string | null;
  /** The organiser confirms. */
  readonly isOwner: boolean;
  /** The organiser adds somebody else, who gets a place or none; `isForced`: also beyond the capacity. */
  readonly isAdded: boolean;
  readonly isForced: boolean;
  readonly wantsReminder: boolean;
  /** Null: the account's own attendance needs no link. */
  readonly link: PersonalLink | null;
  /** The organiser who adds the attendee. */
  readonly addedBy: string | null;
}

/**
 * Confirms attendances (CONTRACT.md section 4). Only the session's own e-mail links the attendance to the account; a
 * visitor's attendance is bound to the proof; a participant added by the organiser gets neither. If two requests confirm
 * the same e-mail concurrently, the unique index rejects the second. Concurrent confirmations of one activity share one
 * transaction, which locks the activity (decision 0017).
 */
export function createConfirmer(platform: Platform) {
  const store = batchByKey((activityId: string, pending: readonly PendingConfirmation[]) =>
    storeConfirmations(platform, activityId, pending),
  );
  return async (confirmation: Confirmation, confirmer: Confirmer): Promise<AttendanceView> => {
    const pending = await prepareConfirmation(platform, confirmation, confirmer);
    // The organiser's additions are checked by name against the stored ones, so each has its own transaction.
    const { isOwner, attendance } = pending;
    const outcome = isOwner
      ? (await storeConfirmations(platform, attendance.activityId, [pending]))[0]
      : await store(attendance.activityId, pending);
    if (outcome instanceof AppError) throw outcome;
    if (outcome === undefined) throw new Error('a confirmation has no outcome');
    return outcome;
  };
}

async function prepareConfirmation(
  platform: Platform,
  { taskId, name, email, remind, answers = [], claims = [], companions = 0, force = false }: Confirmation,
  { session, proof, origin }: Confirmer,
): Promise<PendingConfirmation> {
  const { clock, limits } = platform;
  await limits.count(confirmByOrigin, origin);
  const viewerId = session?.user.id ?? null;
  const { activity } = await visibleActivity(platform, taskId, viewerId);
  const isOwner = activity.ownerId === viewerId;
  const isOwnEmail = session?.user.email === email;
  if (companions > activity.companionsMax) throw tooManyCompanions(activity.companionsMax);
  const checked = checkAnswers(activity.questions, answers, { isExempt: isOwner });
  if (checked.answers === null) throw invalid([...checked.problems]);
  if (!isOwnEmail && !isOwner) await limits.countDifferent(addressesByOrigin, origin, email);
  if (!isOwnEmail) await countEmailTo(platform, email, { session, origin });
  const link = isOwnEmail ? null : newPersonalLink(platform);
  return {
    attendance: {
      id: v7(),
      activityId: activity.id,
      name,
      email,
      userId: isOwnEmail ? viewerId : null,
      proofHash: isOwnEmail || isOwner ? null : hashToken(proof),
      answers: checked.answers,
      companions,
      status: 'confirmed',
      queueNumber: null,
      offerExpiresAt: null,
      isOverLimit: false,
      createdAt: clock(),
      duplicateNotifiedAt: null,
      changeNotifiedAt: null,
    },
    claims,
    viewerId,
    isOwner,
    isAdded: isOwner && !isOwnEmail,
    isForced: isOwner && !isOwnEmail && force,
    // The organiser cannot consent to reminders on behalf of other people.
    wantsReminder: remind === true && (isOwnEmail || !isOwner),
    link,
    addedBy: isOwner ? (session?.user.username ?? null) : null,
  };
}

/** Counts an e-mail to an address that the sender has not proved to be theirs. Throws 429. */
export async function countEmailTo(
  { limits }: Pick<Platform, 'limits'>,
  email: string,
  { session, origin }: Pick<Confirmer, 'session' | 'origin'>,
): Promise<void> {
  await limits.count(emailsBySender, origin, email);
  if (session !== null) await limits.count(emailsBySender, session.user.id, email);
}

/** Locks the activity, checks each confirmation again and stores those that pass. Returns the outcomes in order. */
function storeConfirmations(
  platform: Platform,
  activityId: string,
  all: readonly PendingConfirmation[],
): Promise<Outcome[]> {
  const { db, events, mailer } = platform;
  return db.transaction(async tx => {
    const activity = await lockAttended(tx, activityId);
    if (activity === null) return all.map(() => notFound(UNKNOWN_ACTIVITY));

    const outcomes = new Map<PendingConfirmation, Outcome>();
    const duplicates: PendingConfirmation[] = [];
    const registered = await findRegistered(
      tx,
      activityId,
      all.map(({ attendance }) => attendance.email ?? ''),
    );
    for (const pending of all) {
      const error = await errorOf(platform, tx, pending, activity);
      if (error !== null) outcomes.set(pending, error);
      else if (registered.has(pending.attendance.email)) duplicates.push(pending);
      else registered.add(pending.attendance.email);
    }
    const valid = all.filter(pending => !outcomes.has(pending) && !duplicates.includes(pending));
    const stored: (AttendanceView & { pending: PendingConfirmation })[] = [];
    for (const [index, placed] of (await placeAll(tx, activity, valid)).entries()) {
      const pending = valid[index];
      if (pending === undefined) continue;
      outcomes.set(pending, placed);
      if (!(placed instanceof AppError)) stored.push({ ...placed, pending });
    }
    await insertAttendances(
      tx,
      stored.map(({ row }) => row),
    );
    await insertClaims(
      tx,
      stored.flatMap(({ row: { id: attendanceId, createdAt }, claims }) =>
        claims.map(claim => ({ ...claim, attendanceId, createdAt })),
      ),
    );
    await insertLinks(
      tx,
      stored.flatMap(({ pending: { link }, row: { id, createdAt } }) =>
        link === null ? [] : [{ tokenHash: link.tokenHash, attendanceId: id, createdAt }],
      ),
    );
    const emails = await Promise.all(
      stored.map(({ pending: { link, addedBy }, ...one }) =>
        stateEmail(one, activity, { personalUrl: link?.url ?? null, addedBy }, platform),
      ),
    );
    await mailer.sendAll(
      tx,
      emails.map(email => ({ email })),
    );
    if (stored.length > 0) await publishAttendanceUpdate(tx, [activity]);
    await events.publish(
      tx,
      'attendanceConfirmed',
      stored.map(({ row, pending: { viewerId, wantsReminder } }) => ({
        attendance: row,
        activity,
        actorId: viewerId,
        wantsReminder,
      })),
    );
    for (const pending of duplicates) {
      await notifyDuplicate(platform, tx, pending, activity);
      const duplicate = pending.isOwner ? ALREADY_ON_LIST : 'Ya estás registrado en esta actividad';
      outcomes.set(pending, conflict(duplicate));
    }
    return all.map(pending => {
      const outcome = outcomes.get(pending);
      if (outcome === undefined) throw new Error('a confirmation has no outcome');
      return outcome;
    });
  });
}

/** Gives each party a place with what it claims, a place on the waiting list or an error, in their order. */
async function placeAll(
  tx: Transaction,
  activity: AttendedActivity,
  all: readonly PendingConfirmation[],
): Promise<Outcome[]> {
  let free = await countFree(tx, activity);
  let queue: Awaited<ReturnType<typeof endOfQueue>> | null = null;
  const hasClaims = activity.needsRequired || all.some(({ claims }) => claims.length > 0);
  let needs = hasClaims ? await needsOf(tx, activity.id) : [];
  const outcomes: Outcome[] = [];
  for (const { attendance, claims, isAdded, isForced, isOwner } of all) {
    const { companions } = attendance;
    const outcome = outcomeOf({ companions, isAdded, isForced }, free, activity.hasWaitingList);
    const isPlaced = outcome === 'confirmed' || outcome === 'over-limit';
    const problem = claimsProblem(needs, {
      ...{ claims, companions },
      isRequired: activity.needsRequired && isPlaced && !isOwner,
    });
    if (outcome === 'full') outcomes.push(full());
    else if (problem !== null) outcomes.push(problem);
    else if (isPlaced) {
      free -= sizeOf(attendance);
      needs = withClaims(needs, claims);
      const row = { ...attendance, isOverLimit: outcome === 'over-limit' };
      outcomes.push({ row, position: null, claims });
    } else {
      queue ??= await endOfQueue(tx, activity.id);
      queue = { queueNumber: queue.queueNumber + 1, parties: queue.parties + 1 };
      const row = { ...attendance, status: 'waiting' as const, queueNumber: queue.queueNumber };
      // Asked for again when a place is accepted (COMMUNITY.md section 11).
      outcomes.push({ row, position: queue.parties, claims: [] });
    }
  }
  return outcomes;
}

const withClaims = (needs: readonly Need[], claims: readonly Claim[]): readonly Need[] =>
  claims.length === 0
    ? needs
    : needs.map(need => {
        const claimed = claims.find(({ needId }) => needId === need._id)?.quantity ?? 0;
        return { ...need, taken: need.taken + claimed };
      });

/**
 * The 409 reveals that an address is on the list, so a stranger's attempt is told to the address, at most once a day (decision
 * 0021). Skips the organiser, the account itself and the browser that confirmed.
 */
async function notifyDuplicate(
  platform: Platform,
  tx: Transaction,
  { attendance: { email, proofHash, createdAt }, isOwner, link }: PendingConfirmation,
  { id: activityId, title }: AttendedActivity,
): Promise<void> {
  if (isOwner || link === null || email === null) return;
  const existing = await claimDuplicateNotice(tx, { activityId, email, proofHash }, createdAt);
  if (existing === null) return;
  const personalUrl = existing.userId === null ? link.url : null;
  if (personalUrl !== null) {
    await insertLinks(tx, [{ tokenHash: link.tokenHash, attendanceId: existing.id, createdAt }]);
  }
  await platform.mailer.send(tx, await duplicateEmail(email, { title }, personalUrl));
}

/** What has changed since `prepareConfirmation`; null: nothing that matters. */
async function errorOf(
  { settings }: Platform,
  tx: Transaction,
  { attendance, viewerId, isOwner, isForced }: PendingConfirmation,
  activity: AttendedActivity,
): Promise<AppError | null> {
  const { name, createdAt, answers, companions } = attendance;
  const { capacity, companionsMax } = activity;
  if (!canTakePart(viewerId, activity, settings.moderation)) return notFound(UNKNOWN_ACTIVITY);
  if (isPast(activity.date, createdAt)) return invalid([PAST_ACTIVITY]);
  const { problems } = checkAnswers(activity.questions, answers, { isExempt: isOwner });
  if (problems.length > 0) return invalid([...problems]);
  if (companions > companionsMax) return tooManyCompanions(companionsMax);
  if (capacity !== null && sizeOf(attendance) > capacity && !isForced) return largerThan(capacity);
  const isTaken = isOwner && (await hasParticipantNamed(tx, activity.id, name ?? ''));
  return isTaken ? conflict(ALREADY_ON_LIST) : null;
}
