import { phaseOf, STARTED } from '@minga/contract/activity-phase';
import type { Claim } from '@minga/contract/needs';
import type { Answer } from '@minga/contract/questions';
import type { Transaction } from '../../../platform/database/connection.ts';
import { forbidden, invalid, NOT_ALLOWED, notFound } from '../../../platform/errors.ts';
import type { MailCause } from '../../../platform/mail/mailer.ts';
import type { Platform } from '../../../platform/platform.ts';
import { canTakePart, isAllowed } from '../../activities/access-service.ts';
import { createCalendarFiles } from '../../activities/calendar/service.ts';
import { needsOf, UNKNOWN_ACTIVITY, visibleActivity } from '../../activities/service.ts';
import { setConfirmed } from '../added-repository.ts';
import {
  nameAloneProblem,
  noPlaceLeft,
  notConfirmed,
  offerOver,
  startedProblem,
  tooManyCompanions,
} from '../errors.ts';
import { createPersonalLinks } from '../links/service.ts';
import { replaceClaims } from '../needs/repository.ts';
import { checkAnswers, claimsProblem, partySizeProblem } from '../needs/rules.ts';
import { type AttendanceSelector, type Caller, canLearnAbsence, type Right, rightsOf } from '../policy.ts';
import {
  type AttendanceRow,
  type AttendanceView,
  type AttendedActivity,
  deleteAttendance,
  findByRight,
  lockAttended,
  publishAttendanceUpdate,
} from '../repository.ts';
import { stateEmail } from './mails.ts';
import { countFree, findView, updateParty } from './repository.ts';
import { offerPlaces, publishCancellations, UNKNOWN_ATTENDANCE } from './service.ts';

interface Party {
  readonly activity: AttendedActivity;
  readonly rights: readonly Right[];
  /** The attendance, or null if no right of the caller covers one. */
  readonly row: AttendanceRow | null;
  /** The kind of the right that covers the attendance, or null. */
  readonly by: Right['by'] | null;
  readonly claims: readonly Claim[];
}

/** An attendance, and the kind of the right by which the caller changed it. */
export type PartyView = AttendanceView & Pick<Party, 'by'>;

/**
 * Changes the number of companions. A waiting or offered party can only shrink and keeps its position; a confirmed one can grow
 * while there is room (docs/rules.md R10.3).
 */
export function changeParty(
  platform: Platform,
  taskId: string,
  { companions, ...selector }: AttendanceSelector & { readonly companions: number },
  caller: Caller,
): Promise<PartyView> {
  return platform.db.transaction(async tx => {
    const { activity, row, by, claims } = await lockOwnParty(platform, tx, taskId, selector, caller);
    const growth = companions - row.companions;
    if (growth > 0) {
      const started = startedProblem(activity, platform.clock());
      if (started !== null) throw started;
      if (companions > activity.companionsMax) throw tooManyCompanions(activity.companionsMax);
      const tooMany = nameAloneProblem(row, companions);
      if (tooMany !== null && !(await isAllowed(tx, caller.session?.user.id ?? null, activity, 'manage')))
        throw tooMany;
      if (row.status !== 'confirmed')
        throw noPlaceLeft('Mientras esperas un cupo puedes llevar menos acompañantes, pero no más');
      if (growth > (await countFree(tx, activity))) throw noPlaceLeft();
    }
    if (growth < 0) {
      const problem = partySizeProblem(await needsOf(tx, taskId), claims, { companions });
      if (problem !== null) throw problem;
    }
    if (growth !== 0) {
      await updateParty(tx, row.id, { companions });
      await publishAttendanceUpdate(tx, [activity]);
      // A waiting party that shrinks may fit into the free places.
      await offerPlaces(platform, tx, activity);
    }
    return { ...(await currentAttendance(tx, row.id)), by };
  });
}

/** Changes the claims of a party with a place (docs/rules.md R11.3), until the activity has ended. */
export function changeClaims(
  platform: Platform,
  taskId: string,
  { claims, ...selector }: AttendanceSelector & { readonly claims: readonly Claim[] },
  caller: Caller,
): Promise<PartyView> {
  return platform.db.transaction(async tx => {
    const party = await lockOwnParty(platform, tx, taskId, selector, caller);
    const { activity, row, by } = party;
    if (row.status !== 'confirmed') throw notConfirmed();
    const now = platform.clock();
    if (phaseOf(activity, now) === 'past') throw invalid([STARTED.past]);
    const isExempt = await isAllowed(tx, caller.session?.user.id ?? null, activity, 'manage');
    const problem = claimsProblem(await needsOf(tx, taskId), {
      claims,
      current: party.claims,
      companions: row.companions,
      isRequired: activity.needsRequired && !isExempt,
    });
    if (problem !== null) throw problem;
    await replaceClaims(tx, row.id, claims, now);
    // After the person's own choice a later release must be mailed, even if it leaves the claims that the last e-mail stated.
    if (by !== 'organiser' && row.email !== null)
      await platform.mailer.forgetFact(tx, {
        recipient: row.email,
        kind: 'releasedEmail',
        activityId: activity.id,
      });
    await publishAttendanceUpdate(tx, [activity]);
    return { ...(await currentAttendance(tx, row.id)), by };
  });
}

/** Accepts an offered place, or declines it and returns the deleted attendance. */
export function answerOffer(
  platform: Platform,
  taskId: string,
  { accept, answers = [], claims = [], ...selector }: AttendanceSelector & OfferAnswer,
  caller: Caller,
): Promise<Answered> {
  const { db, clock, settings } = platform;
  return db.transaction(async tx => {
    const { activity, rights, row, by } = await lockParty(platform, tx, taskId, selector, caller);
    if (rights.length === 0) throw forbidden(NOT_ALLOWED);
    const actorId = caller.session?.user.id ?? null;
    if (accept && row?.status === 'confirmed')
      return { ...(await currentAttendance(tx, row.id)), by, isDeleted: false };
    if (row?.offerExpiresAt == null || row.offerExpiresAt <= clock()) throw offerOver();
    if (!accept) {
      await deleteAttendance(tx, row.id);
      await publishCancellations(platform, tx, activity, [
        { activity, attendance: row, actorId, by: 'attendee' },
      ]);
      return { row, position: null, claims: [], by, isDeleted: true };
    }
    if (!(await canTakePart(tx, settings, actorId, activity))) throw notFound(UNKNOWN_ACTIVITY);
    const isExempt = await isAllowed(tx, actorId, activity, 'manage');
    const checked = checkAnswers(activity.questions, withNewer(row.answers, answers), { isExempt });
    if (checked.answers === null) throw invalid([...checked.problems]);
    const problem = claimsProblem(await needsOf(tx, taskId), {
      claims,
      companions: row.companions,
      isRequired: activity.needsRequired && !isExempt,
    });
    if (problem !== null) throw problem;
    await replaceClaims(tx, row.id, claims, clock());
    await confirmParty(platform, tx, activity, row, {
      actorId,
      values: { answers: checked.answers },
    });
    return { ...(await currentAttendance(tx, row.id)), by, isDeleted: false };
  });
}

/** The attendance after an answer, or its last state if it was deleted. */
export type Answered = PartyView & { readonly isDeleted: boolean };

const withNewer = (stored: readonly Answer[], given: readonly Answer[]): readonly Answer[] => [
  ...stored.filter(({ questionId }) => !given.some(answer => answer.questionId === questionId)),
  ...given,
];

interface OfferAnswer {
  readonly accept: boolean;
  readonly answers?: readonly Answer[] | undefined;
  readonly claims?: readonly Claim[] | undefined;
}

interface Confirming {
  readonly actorId: string | null;
  readonly values?: Partial<Pick<AttendanceRow, 'answers' | 'isOverLimit'>>;
}

/** Gives a waiting or offered party its place, and notifies the party and the organiser. */
export async function confirmParty(
  platform: Platform,
  tx: Transaction,
  activity: AttendedActivity,
  { id, userId }: AttendanceRow,
  { actorId, values = {} }: Confirming,
): Promise<AttendanceRow> {
  const row = await updateParty(tx, id, { ...values, status: 'confirmed', placedAt: platform.clock() });
  // A person who was not told of the addition knows of no waiting list.
  if (row.email !== null && row.addition !== 'untold') {
    const links = await createPersonalLinks(platform, tx, userId === null ? [{ id, email: row.email }] : []);
    const view = await currentAttendance(tx, id);
    const needs = view.claims.length === 0 ? [] : await needsOf(tx, activity.id);
    const filesOf = await createCalendarFiles(tx, [activity.id], platform);
    const sent = {
      personalUrl: links.get(id) ?? null,
      addedBy: null,
      needs,
      cause: causeOf(actorId, row),
      filesOf,
    };
    await platform.mailer.sendAll(tx, [await stateEmail(view, activity, sent, platform)]);
  }
  await publishAttendanceUpdate(tx, [activity]);
  await platform.events.publish(tx, 'attendanceConfirmed', [
    // The reminder was stored when the party joined the waiting list.
    { attendance: row, activity, actorId, wantsReminder: false, dates: 1 },
  ]);
  return row;
}

const causeOf = (actorId: string | null, { userId }: AttendanceRow): MailCause => {
  if (actorId === null) return 'visitor';
  return actorId === userId ? 'recipient' : { accountId: actorId };
};

/**
 * Locks the activity, then finds the attendance that a right of the caller covers. Throws 404 if there is no such attendance and
 * the caller may not see the activity.
 */
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
  const rights = rightsOf(selector, caller, await isAllowed(tx, actorId, activity, 'manage'));
  for (const right of rights) {
    const found = await findByRight(tx, taskId, right);
    if (found === null) continue;
    // The person whom an organiser added acts.
    if (right.by !== 'organiser' && found.row.addition !== null) await setConfirmed(tx, found.row);
    return { activity, rights, by: right.by, ...found };
  }
  if (!(await canTakePart(tx, platform.settings, actorId, activity))) throw notFound(UNKNOWN_ACTIVITY);
  return { activity, rights, by: null, row: null, claims: [] };
}

/**
 * Locks the activity and finds the caller's attendance. Without a right to one, throws 404 if the caller may learn of its absence,
 * else 403 whether it exists or not.
 */
export async function lockOwnParty(...[platform, tx, ...call]: Parameters<typeof lockParty>) {
  const { rights, row, ...party } = await lockParty(platform, tx, ...call);
  if (row === null) throw canLearnAbsence(rights) ? notFound(UNKNOWN_ATTENDANCE) : forbidden(NOT_ALLOWED);
  return { ...party, row };
}

export async function currentAttendance(tx: Transaction, id: string): Promise<AttendanceView> {
  const found = await findView(tx, id);
  if (found === null) throw new Error('the locked attendance is gone');
  return found;
}
