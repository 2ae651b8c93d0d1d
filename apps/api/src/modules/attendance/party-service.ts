import type { Answer } from '@minga/contract/questions';
import type { Transaction } from '../../platform/database/connection.ts';
import { forbidden, invalid, NOT_ALLOWED, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { canTakePart } from '../activities/policy.ts';
import { isPast } from '../activities/rules.ts';
import { UNKNOWN_ACTIVITY, visibleActivity } from '../activities/service.ts';
import { checkAnswers } from './answers.ts';
import { publishCancellations, UNKNOWN_ATTENDANCE } from './cancel-service.ts';
import { full, offerOver, PAST_ACTIVITY, tooManyCompanions } from './errors.ts';
import { createPersonalLinks } from './link-service.ts';
import { publishAttendanceUpdate } from './live-update.ts';
import { offerPlaces } from './offer-service.ts';
import { deleteAttendance } from './participant-repository.ts';
import { countFree, findPositioned, updateParty } from './places-repository.ts';
import { type AttendanceSelector, type Caller, type Claim, canLearnAbsence, claimsOf } from './policy.ts';
import {
  type AttendanceRow,
  type AttendedActivity,
  findClaimed,
  lockAttended,
  type PositionedRow,
} from './repository.ts';
import { stateEmail } from './state-email.ts';

interface Party {
  readonly activity: AttendedActivity;
  readonly claims: readonly Claim[];
  /** Null: none is claimed. */
  readonly row: AttendanceRow | null;
}

/**
 * Changes how many companions come along. A waiting or offered party only shrinks and keeps its position; a confirmed one grows as long
 * as there is room (COMMUNITY.md section 10).
 */
export function changeParty(
  platform: Platform,
  taskId: string,
  { companions, ...selector }: AttendanceSelector & { readonly companions: number },
  caller: Caller,
): Promise<PositionedRow> {
  return platform.db.transaction(async tx => {
    const { activity, claims, row } = await lockParty(platform, tx, taskId, selector, caller);
    if (row === null) throw canLearnAbsence(claims) ? notFound(UNKNOWN_ATTENDANCE) : forbidden(NOT_ALLOWED);
    const growth = companions - row.companions;
    if (growth > 0) {
      if (isPast(activity.date, platform.clock())) throw invalid([PAST_ACTIVITY]);
      if (companions > activity.companionsMax) throw tooManyCompanions(activity.companionsMax);
      if (row.status !== 'confirmed')
        throw full('Mientras esperas un cupo solo puedes ir con menos personas');
      if (growth > (await countFree(tx, activity))) throw full();
    }
    if (growth !== 0) {
      await updateParty(tx, row.id, { companions });
      await publishAttendanceUpdate(tx, [activity]);
      // A waiting party that shrinks may fit now.
      await offerPlaces(platform, tx, activity);
    }
    return currentAttendance(tx, row.id);
  });
}

/** Accepts an offered place, or leaves it to the next party; then the result is the deleted attendance. */
export function answerOffer(
  platform: Platform,
  taskId: string,
  { accept, answers = [], ...selector }: AttendanceSelector & OfferAnswer,
  caller: Caller,
): Promise<PositionedRow & { readonly isDeleted: boolean }> {
  const { db, clock, settings } = platform;
  return db.transaction(async tx => {
    const { activity, claims, row } = await lockParty(platform, tx, taskId, selector, caller);
    if (claims.length === 0) throw forbidden(NOT_ALLOWED);
    const actorId = caller.session?.user.id ?? null;
    if (accept && row?.status === 'confirmed')
      return { ...(await currentAttendance(tx, row.id)), isDeleted: false };
    if (row?.offerExpiresAt == null || row.offerExpiresAt <= clock()) throw offerOver();
    if (!accept) {
      await deleteAttendance(tx, row.id);
      await publishCancellations(platform, tx, activity, [
        { activity, attendance: row, actorId, by: 'attendee' },
      ]);
      return { row, position: null, isDeleted: true };
    }
    if (!canTakePart(actorId, activity, settings.moderation)) throw notFound(UNKNOWN_ACTIVITY);
    const given = answers.length === 0 ? row.answers : answers;
    const checked = checkAnswers(activity.questions, given, { isExempt: activity.ownerId === actorId });
    if (checked.answers === null) throw invalid([...checked.problems]);
    const confirmed = await confirmParty(platform, tx, activity, row, {
      actorId,
      values: { answers: checked.answers },
    });
    return { row: confirmed, position: null, isDeleted: false };
  });
}

interface OfferAnswer {
  readonly accept: boolean;
  readonly answers?: readonly Answer[] | undefined;
}

interface Confirming {
  readonly actorId: string | null;
  readonly values?: Partial<Pick<AttendanceRow, 'answers' | 'isOverLimit'>>;
}

/** Gives a waiting or offered party its place and tells it and the organiser. */
export async function confirmParty(
  platform: Platform,
  tx: Transaction,
  activity: AttendedActivity,
  { id, userId }: AttendanceRow,
  { actorId, values = {} }: Confirming,
): Promise<AttendanceRow> {
  const row = await updateParty(tx, id, { ...values, status: 'confirmed' });
  if (row.email !== null) {
    const links = await createPersonalLinks(platform, tx, userId === null ? [id] : []);
    const sent = { personalUrl: links.get(id) ?? null, addedBy: null };
    await platform.mailer.send(tx, await stateEmail({ row, position: null }, activity, sent, platform));
  }
  await publishAttendanceUpdate(tx, [activity]);
  await platform.events.publish(tx, 'attendanceConfirmed', [
    // The wish for a reminder was stored when the party began to wait.
    { attendance: row, activity, actorId, wantsReminder: false },
  ]);
  return row;
}

/** Locks the activity, then finds the attendance that the caller claims. Throws 404 if there is neither it nor a visible activity. */
async function lockParty(
  platform: Platform,
  tx: Transaction,
  taskId: string,
  selector: AttendanceSelector,
  caller: Caller,
): Promise<Party> {
  const actorId = caller.session?.user.id ?? null;
  const activity = await lockAttended(tx, taskId);
  if (activity === null) {
    await visibleActivity(platform, taskId, actorId);
    throw notFound(UNKNOWN_ACTIVITY);
  }
  const claims = claimsOf(selector, caller, activity.ownerId === actorId);
  for (const claim of claims) {
    const found = await findClaimed(tx, taskId, claim);
    if (found !== null) return { activity, claims, row: found.row };
  }
  if (!canTakePart(actorId, activity, platform.settings.moderation)) throw notFound(UNKNOWN_ACTIVITY);
  return { activity, claims, row: null };
}

async function currentAttendance(tx: Transaction, id: string): Promise<PositionedRow> {
  const found = await findPositioned(tx, id);
  if (found === null) throw new Error('the locked attendance is gone');
  return found;
}
