import { hasStarted, STARTED } from '@minga/contract/activity-phase';
import type { Claim, Need } from '@minga/contract/needs';
import type { SeriesConfirmation, SeriesCounts } from '@minga/contract/series-confirmation';
import { v7 } from 'uuid';
import type { Transaction } from '../../../platform/database/connection.ts';
import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { rolesInEach } from '../../activities/access-service.ts';
import { createCalendarFiles } from '../../activities/calendar/service.ts';
import { isPublic } from '../../activities/policy.ts';
import { matchNeeds } from '../../activities/series/rules.ts';
import { needsOfAll, occurrencesOf } from '../../activities/series/service.ts';
import { UNKNOWN_ACTIVITY } from '../../activities/service.ts';
import { can } from '../../teams/policy.ts';
import { alreadyCancelled, clientIdTaken, unknownNeed } from '../errors.ts';
import { insertLinks } from '../links/repository.ts';
import { claimedText, seriesEmail } from '../mails.ts';
import { checkAnswers } from '../needs/rules.ts';
import {
  type AttendanceView,
  type AttendedActivity,
  lockAttendedAmong,
  publishAttendanceUpdate,
} from '../repository.ts';
import { newCode } from '../rules.ts';

import {
  type Confirmer,
  countRevealed,
  type PendingConfirmation,
  placeParty,
  prepareConfirmation,
  problemOf,
} from './prepare-service.ts';
import {
  countTaken,
  endsOfQueues,
  findConfirmedBy,
  findListed,
  insertPlaced,
  setProofs,
} from './repository.ts';
import { isSamePerson, notifyDuplicate } from './service.ts';

/** The needs of the occurrence from which the claims were chosen. Rejects with 400 if there is none. */
function claimedNeeds(
  needs: ReadonlyMap<string, readonly Need[]>,
  claims: readonly Claim[],
): readonly Need[] {
  if (claims.length === 0) return [];
  const found = [...needs.values()].find(own =>
    claims.every(({ needId }) => own.some(({ _id }) => _id === needId)),
  );
  if (found === undefined) throw unknownNeed();
  return found;
}

/** The corresponding claims in another occurrence. A claim without a corresponding need keeps its id, which is unknown there. */
function claimsIn(claims: readonly Claim[], from: readonly Need[], to: readonly Need[]): Claim[] {
  const ids = matchNeeds(from, to);
  return claims.map(({ needId, quantity }) => ({ needId: ids.get(needId) ?? needId, quantity }));
}

/** The confirmation for one occurrence, with the answers to that occurrence's questions. */
function inOccurrence(
  pending: PendingConfirmation,
  { id: activityId, questions }: AttendedActivity,
  claims: readonly Claim[],
): PendingConfirmation {
  const asked = new Set(questions.map(({ _id }) => _id));
  const given = pending.attendance.answers.filter(({ questionId }) => asked.has(questionId));
  const answers = checkAnswers(questions, given, { isExempt: pending.isOrganiser }).answers ?? given;
  return {
    ...pending,
    claims,
    attendance: { ...pending.attendance, id: v7(), code: newCode(), activityId, answers },
  };
}

export interface ConfirmedSeries {
  readonly counts: SeriesCounts;
  /** The browser repeated an earlier confirmation, and nothing else was stored. */
  readonly isRepeated: boolean;
  /** The visitor's browser is bound to the attendances. */
  readonly isBound: boolean;
  /** The personal link for the response, or null if the attendee has an e-mail, to which the link is sent. */
  readonly personalUrl: string | null;
}

/** An occurrence with the outcome of the confirmation in it. */
interface Placed {
  readonly activity: AttendedActivity;
  /** The needs of the activity; empty if nothing is claimed and no occurrence requires claims. */
  readonly needs: readonly Need[];
  readonly outcome: AttendanceView | AppError | 'already';
  readonly isRepeated: boolean;
}

/**
 * Confirms attendance of all upcoming occurrences of a series in one transaction, with one personal link and one e-mail
 * (docs/rules.md R15.3). The limits count it as one confirmation. If the confirmation does not suit an occurrence, because that one
 * was edited, the occurrence is only counted. If it suits none, the call is rejected with the first error.
 */
export async function confirmSeries(
  platform: Platform,
  seriesId: string,
  confirmation: SeriesConfirmation,
  confirmer: Confirmer,
): Promise<ConfirmedSeries> {
  const viewerId = confirmer.session?.user.id ?? null;
  const occurrences = await occurrencesOf(platform, seriesId, viewerId);
  const upcoming = occurrences.filter(one => !hasStarted(one, platform.clock()));
  const model = upcoming.find(({ isDetached }) => !isDetached) ?? upcoming[0];
  if (model === undefined) throw invalid([STARTED.past]);
  const { answers = [] } = confirmation;
  const asked = new Set(model.questions.map(({ _id }) => _id));
  const elsewhere = new Set(upcoming.flatMap(({ questions }) => questions.map(({ _id }) => _id)));
  // Answers to questions of no occurrence are included, so that they are rejected.
  const modelAnswers = answers.filter(({ questionId: id }) => asked.has(id) || !elsewhere.has(id));
  const pending = await prepareConfirmation(
    platform,
    { ...confirmation, answers: modelAnswers, taskId: model.id },
    confirmer,
  );
  const given = { ...pending, attendance: { ...pending.attendance, answers } };
  return platform.db.transaction(async tx => {
    const ids = upcoming.map(({ id }) => id);
    const placed = await placeInEach(platform, tx, await lockAttendedAmong(tx, ids), given);
    const first = placed.find(({ outcome }) => outcome instanceof AppError && isUnsuitable(outcome));
    const isSuitable = placed.some(({ outcome }) => !(outcome instanceof AppError && isUnsuitable(outcome)));
    if (!isSuitable && first?.outcome instanceof AppError) throw first.outcome;
    if (placed.some(({ outcome }) => outcome === 'already'))
      await countRevealed(platform, pending, confirmer);
    await store(platform, tx, placed, pending);
    return resultOf(placed, pending);
  });
}

/** Whether the confirmation does not suit the occurrence: any error except too few places or needs that are already claimed. */
const isUnsuitable = ({ code }: AppError): boolean => code !== 'FULL' && code !== 'NEED_FULL';

/** Decides the outcome in each occurrence, by date, with a fixed number of queries for all of them. */
async function placeInEach(
  platform: Platform,
  tx: Transaction,
  activities: readonly AttendedActivity[],
  pending: PendingConfirmation,
): Promise<Placed[]> {
  const ids = activities.map(({ id }) => id);
  const { attendance, clientId, isOrganiser, claims } = pending;
  const { email, phone, name } = attendance;
  const listed = await findListed(tx, ids, { email, phone, name: isOrganiser ? name : null });
  const earlier = await findConfirmedBy(tx, ids, clientId);
  if (activities.length > 0 && activities.every(({ id }) => earlier.get(id) === null))
    throw alreadyCancelled();
  const taken = await countTaken(tx, ids);
  const queues = await endsOfQueues(tx, ids);
  const hasClaims = claims.length > 0 || activities.some(({ needsRequired }) => needsRequired);
  const needs = hasClaims ? await needsOfAll(tx, ids) : new Map<string, readonly Need[]>();
  const claimed = claimedNeeds(needs, claims);
  // An occurrence may have been hidden after the series was read.
  const rolesOf = await rolesInEach(tx, pending.viewerId, activities);
  const { moderation } = platform.settings;
  return [...activities]
    .sort((one, other) => one.date.getTime() - other.date.getTime())
    .map(activity => {
      const before = earlier.get(activity.id);
      const own = needs.get(activity.id) ?? [];
      const occurrence = { activity, needs: own };
      if (before != null) {
        if (!isSamePerson(before.row, attendance)) throw clientIdTaken();
        return { ...occurrence, outcome: before, isRepeated: true };
      }
      // If the attendance was cancelled or given to another person, a repeated confirmation does not restore it.
      if (before === null || listed.has(activity.id))
        return { ...occurrence, outcome: 'already' as const, isRepeated: false };
      const ownPending = inOccurrence(pending, activity, claimsIn(claims, claimed, own));
      const free =
        activity.capacity === null
          ? Number.POSITIVE_INFINITY
          : activity.capacity - (taken.get(activity.id) ?? 0);
      const room = { free, needs: own, queue: queues.get(activity.id) ?? { queueNumber: 0, parties: 0 } };
      const isHidden = !isPublic(activity.status, moderation) && !can(rolesOf(activity), 'checkIn');
      const problem = isHidden ? notFound(UNKNOWN_ACTIVITY) : problemOf(ownPending, activity);
      const outcome = problem ?? placeParty(activity, room, ownPending);
      return { ...occurrence, outcome, isRepeated: false };
    });
}

async function store(
  platform: Platform,
  tx: Transaction,
  placed: readonly Placed[],
  pending: PendingConfirmation,
): Promise<void> {
  const { link, viewerId, wantsReminder, attendance } = pending;
  const views = placed.flatMap(({ activity, needs, outcome, isRepeated }) =>
    outcome === 'already' || outcome instanceof AppError ? [] : [{ activity, needs, isRepeated, ...outcome }],
  );
  const added = views.filter(({ isRepeated }) => !isRepeated);
  const repeated = views.filter(({ isRepeated }) => isRepeated);
  const { createdAt, email, proofHash, companions } = attendance;
  await insertPlaced(
    tx,
    added.map(view => ({ ...view, pending })),
  );
  if (proofHash !== null && repeated.length > 0)
    await setProofs(
      tx,
      repeated.map(({ row }) => row.id),
      proofHash,
    );
  if (link !== null && email === null)
    await insertLinks(
      tx,
      repeated.map(({ row }) => ({ tokenHash: link.tokenHash, attendanceId: row.id, createdAt })),
    );
  if (email !== null && added.length > 0) {
    const withPlace = added
      .filter(({ row }) => row.status === 'confirmed')
      .map(({ activity }) => activity.id);
    const filesOf = await createCalendarFiles(tx, withPlace, platform);
    const calendar = filesOf(withPlace.map(activityId => ({ activityId, isConfirmed: true })));
    const sent = { personalUrl: link?.url ?? null, addedBy: pending.addedBy, calendar };
    // The claims correspond on all dates that have the claimed needs.
    const claimant = added.find(({ claims }) => claims.length > 0);
    const claimed = claimant === undefined ? null : claimedText(claimant.needs, claimant.claims);
    const to = { name: attendance.name ?? '', email, companions, claimed };
    await platform.mailer.send(tx, await seriesEmail(to, added, sent, platform), {
      ...{ kind: 'seriesEmail', cause: pending.cause, activityId: added[0]?.activity.id ?? null },
    });
  }
  const [duplicate] = placed.filter(({ outcome }) => outcome === 'already');
  if (views.length === 0 && duplicate !== undefined)
    await notifyDuplicate(
      platform,
      tx,
      { ...pending, attendance: { ...attendance, activityId: duplicate.activity.id } },
      duplicate.activity,
    );
  if (added.length === 0) return;
  await publishAttendanceUpdate(
    tx,
    added.map(({ activity }) => activity),
  );
  const confirmed = added.filter(({ row }) => row.status === 'confirmed');
  await platform.events.publish(
    tx,
    'attendanceConfirmed',
    added.map(({ row, activity }) => ({
      ...{ attendance: row, activity, actorId: viewerId, wantsReminder },
      dates: row === confirmed[0]?.row ? confirmed.length : 0,
    })),
  );
}

function resultOf(placed: readonly Placed[], { attendance, link }: PendingConfirmation): ConfirmedSeries {
  const count = (isCounted: (outcome: Placed['outcome']) => boolean) =>
    placed.filter(({ outcome }) => isCounted(outcome)).length;
  const isView = (outcome: Placed['outcome']): outcome is AttendanceView =>
    outcome !== 'already' && !(outcome instanceof AppError);
  const counts = {
    confirmed: count(outcome => isView(outcome) && outcome.row.status === 'confirmed'),
    waiting: count(outcome => isView(outcome) && outcome.row.status !== 'confirmed'),
    full: count(outcome => outcome instanceof AppError && !isUnsuitable(outcome)),
    already: count(outcome => outcome === 'already'),
    separate: count(outcome => outcome instanceof AppError && isUnsuitable(outcome)),
  };
  const views = placed.filter(({ outcome }) => isView(outcome));
  return {
    counts,
    isRepeated: views.length > 0 && views.every(({ isRepeated }) => isRepeated),
    isBound: views.length > 0 && attendance.proofHash !== null,
    personalUrl: views.length > 0 && attendance.email === null ? (link?.url ?? null) : null,
  };
}
