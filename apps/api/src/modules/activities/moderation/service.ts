import type { ActivityStatus } from '@minga/contract/activities';
import type { ActivityStats } from '@minga/contract/administration/activities';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { Paging } from '../../../platform/database/queries.ts';
import { decisionNoticeDueAt } from '../../../platform/due-work/decision-notice.ts';
import { type Claim, cancel, claimDue, schedule } from '../../../platform/due-work/due-work.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { accountsNamed } from '../../accounts/managed/service.ts';
import { recordApprovals, removeApprovals } from '../hold/repository.ts';
import { statusOnWire, storedStatusesOf } from '../policy.ts';
import { REJECTIONS } from '../queries.ts';
import {
  type ActivityRow,
  type Found,
  findActivity,
  type LockedActivity,
  lockActivity,
  setPromotion,
} from '../repository.ts';
import { promotionWindow } from '../rules.ts';
import { lockOccurrences } from '../series/repository.ts';
import { UNKNOWN_ACTIVITY } from '../service.ts';
import {
  countByStatus,
  countPromoted,
  countUnreviewed,
  type Filter,
  listForModeration,
  listWaiting,
  lockActivities,
  lockGroup,
  lockRejectedWith,
  publishNews,
  type RejectionNotice,
  setReopened,
  setStatus,
  setUnpublished,
  setUnrejected,
} from './repository.ts';

export type { Filter, RejectionNotice } from './repository.ts';

/** An admin's decision: an approved activity can still be rejected. */
export type Decision =
  | { readonly status: 'approved' }
  | {
      readonly status: 'rejected';
      readonly reason: string;
      /** The status in which the admin saw the activity. */
      readonly currentStatus: 'pending' | 'approved';
    };

/** The activities that match. The search finds the words of an activity as well as the name or the e-mail of its owner. */
export async function activitiesForModeration(
  platform: Platform,
  filter: Filter,
  paging: Paging,
): Promise<Found> {
  const ownerIds = await accountsNamed(platform, filter.search, OWNERS_MAX);
  return listForModeration(platform.db, { ...filter, ownerIds }, platform.clock(), paging);
}

/** A name that more accounts have does not narrow a search. */
const OWNERS_MAX = 100;

/**
 * The activities that are not public until they are approved, the earliest first, and the number of public ones without a decision.
 */
export async function waitingActivities(
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  limit: number,
): Promise<Found & { readonly unreviewed: number }> {
  const now = clock();
  const isPrior = settings.moderation === 'prior';
  const [found, unreviewed] = await Promise.all([
    listWaiting(db, isPrior ? ['pending', 'held'] : ['held'], now, limit),
    isPrior ? 0 : countUnreviewed(db, now),
  ]);
  return { ...found, unreviewed };
}

/** The activity, read in the transaction that changes it, since another may delete it right after. */
export async function moderatedActivity(tx: Transaction, id: string): Promise<ActivityRow> {
  const row = await findActivity(tx, id);
  if (row === null) throw notFound(UNKNOWN_ACTIVITY);
  return row;
}

/** Locks an activity for a decision until the transaction ends. Returns null if it does not exist. */
export const lockDecided = (tx: Transaction, id: string) => lockActivity(tx, id, 'update');

/**
 * Locks an activity for a decision, with all that the same first reading of a calendar has brought and that wait as it does, which are one
 * publication. Empty if it does not exist.
 */
export const lockHeldGroup = (tx: Transaction, id: string): Promise<LockedActivity[]> =>
  lockGroup(tx, id, ['held']);

/** The ids of an activity and of those that were decided with it, which are locked. */
export const lockDecidedGroup = async (tx: Transaction, id: string): Promise<string[]> =>
  (await lockGroup(tx, id, ['approved', 'rejected'])).map(one => one.id);

/**
 * Decides an activity, or all occurrences of its series with the same status, and returns their number. Rejects with 404 if the
 * activity does not exist, and with 409 if its status is not the one in which the admin saw it, because another request has
 * decided.
 */
export async function decideActivities(
  { clock, events }: Pick<Platform, 'clock' | 'events'>,
  tx: Transaction,
  id: string,
  decision: Decision,
  scope: ModerationScope,
): Promise<number> {
  const locked = await lockWithStatus(tx, id, scope, expectedBy(decision));
  await applyDecision({ clock, events }, tx, locked, decision);
  return locked.length;
}

/** The status that an activity must have for a decision. */
const expectedBy = (decision: Decision): ActivityStatus =>
  decision.status === 'rejected' ? decision.currentStatus : 'pending';

/** Decides the activities whose status is the expected one, and returns their ids. */
export async function decideMany(
  platform: Pick<Platform, 'clock' | 'events'>,
  tx: Transaction,
  ids: readonly string[],
  decision: Decision,
): Promise<string[]> {
  const locked = await lockActivities(tx, ids);
  const expected = expectedBy(decision);
  const fitting = locked.filter(({ status }) => statusOnWire(status) === expected);
  if (fitting.length > 0) await applyDecision(platform, tx, fitting, decision);
  return fitting.map(({ id }) => id);
}

async function applyDecision(
  { clock, events }: Pick<Platform, 'clock' | 'events'>,
  tx: Transaction,
  locked: readonly LockedActivity[],
  decision: Decision,
): Promise<void> {
  const ids = locked.map(({ id }) => id);
  if (decision.status === 'rejected') return rejectLocked({ clock }, tx, locked, decision.reason);
  await setStatus(tx, ids, { status: 'approved', rejectionReason: null, reviewedAt: clock() });
  await events.publish(
    tx,
    'activityDecided',
    ids.map(activityId => ({ activityId, ...decision })),
  );
  await recordApprovals(tx, ids, clock());
  await announcePublications({ clock, events }, tx, ids);
}

/** Marks activities as published and notifies followers, once per series. */
export async function announcePublications(
  { clock, events }: Pick<Platform, 'clock' | 'events'>,
  tx: Transaction,
  ids: readonly string[],
): Promise<void> {
  const news = await publishNews(tx, ids, clock());
  await events.publish(
    tx,
    'activityPublished',
    news.map(one => ({ ...one, canBeUndone: true })),
  );
}

/** Marks activities as unpublished, because their approval was never announced: their next approval is their first publication. */
export const markUnpublished = (tx: Transaction, ids: readonly string[]): Promise<void> =>
  setUnpublished(tx, ids);

/**
 * Makes an approved activity pending again, or the activities of its series whose announcement `withdraw` has withdrawn, and
 * returns their number. Rejects with 404 if the activity does not exist, with 409 if it is not approved, and with `tooLate` if
 * `withdraw` does not return it.
 */
export async function reopenActivities(
  tx: Transaction,
  id: string,
  scope: ModerationScope,
  now: Date,
  withdraw: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
  tooLate: string,
): Promise<number> {
  const approved = await lockWithStatus(tx, id, scope, 'approved');
  const withdrawn = await withdraw(approved.map(one => one.id));
  if (!withdrawn.has(id.toLowerCase())) throw conflict(tooLate);
  await setReopened(tx, [...withdrawn]);
  await removeApprovals(tx, [...withdrawn], new Date(now.getTime() - UNDO_WINDOW_MS));
  return withdrawn.size;
}

/**
 * Restores the earlier status of a rejected activity, or of those of its series too, and returns their number. Rejects with 404 if
 * the activity does not exist, with 409 if it is not rejected, and with `tooLate` if its rejection was announced.
 */
export async function undoRejections(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  id: string,
  scope: ModerationScope,
  tooLate: string,
): Promise<number> {
  const rejected = await lockWithStatus(tx, id, scope, 'rejected');
  const ids = rejected.map(one => one.id);
  const withdrawn = await withdrawRejections({ clock }, tx, ids);
  if (!withdrawn.has(id.toLowerCase())) throw conflict(tooLate);
  return withdrawn.size;
}

/** A period longer than that in which an approval can be undone. Earlier approvals were announced, and remain. */
const UNDO_WINDOW_MS = 60 * 60 * 1000;

export type ModerationScope = 'one' | 'all';

/**
 * Locks the activities in scope, and returns the named one first, then the others with the expected status. Rejects if the named
 * one does not have it.
 */
async function lockWithStatus(
  tx: Transaction,
  id: string,
  scope: ModerationScope,
  expected: ActivityStatus,
): Promise<LockedActivity[]> {
  const locked = await lockOccurrences(tx, id, scope);
  const named = locked.find(one => one.id === id.toLowerCase());
  if (named === undefined) throw notFound(UNKNOWN_ACTIVITY);
  const status = statusOnWire(named.status);
  if (status !== expected) throw conflict(CHANGED[status]);
  const others = locked.filter(one => one !== named && statusOnWire(one.status) === expected);
  return [named, ...others];
}

const CHANGED = {
  pending: 'Esta actividad está pendiente',
  approved: 'Esta actividad ya fue aprobada',
  rejected: 'Esta actividad ya fue rechazada',
} as const;

/** Promotes any activity for a week from now, as its organisers can, or ends its promotion. */
export async function switchPromotion(
  { clock }: Platform,
  tx: Transaction,
  id: string,
  isPromoted: boolean,
): Promise<void> {
  await lockForModeration(tx, id);
  await setPromotion(tx, id, isPromoted ? promotionWindow(clock()) : null);
}

async function lockForModeration(tx: Transaction, id: string) {
  const activity = await lockActivity(tx, id, 'update');
  if (activity === null) throw notFound(UNKNOWN_ACTIVITY);
  return activity;
}

export async function countActivitiesByStatus({ db, clock }: Platform): Promise<ActivityStats> {
  const [counts, promotedActivities] = await Promise.all([countByStatus(db), countPromoted(db, clock())]);
  const of = (status: ActivityStatus) =>
    storedStatusesOf(status).reduce((sum, stored) => sum + (counts.get(stored) ?? 0), 0);
  return {
    totalActivities: of('pending') + of('approved') + of('rejected'),
    pendingActivities: of('pending'),
    approvedActivities: of('approved'),
    rejectedActivities: of('rejected'),
    promotedActivities,
  };
}

// A rejection takes effect at once and is announced when it can no longer be undone (docs/decisions/0025-undo-of-decisions.md).

/** Rejects locked activities that are pending or approved. */
async function rejectLocked(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  locked: readonly LockedActivity[],
  reason: string,
): Promise<void> {
  const ids = locked.map(({ id }) => id);
  const dueAt = decisionNoticeDueAt(clock());
  await setStatus(tx, ids, { status: 'rejected', rejectionReason: reason, reviewedAt: clock() });
  await schedule(
    tx,
    REJECTIONS,
    ...locked.flatMap(({ id: key, status }) =>
      status === 'rejected' ? [] : { key, at: dueAt, data: { status } satisfies RejectionNotice['data'] },
    ),
  );
}

/** Restores the earlier status of those locked activities whose rejection was not announced, and returns their ids. */
async function withdrawRejections(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const withdrawn = await cancel<RejectionNotice['data']>(tx, REJECTIONS, ids, clock());
  await setUnrejected(tx, withdrawn);
  return new Set(withdrawn.map(({ key }) => key));
}

/**
 * Announces the due rejections of an activity, of the other occurrences of its series and of the same followed calendar, except of those
 * that were edited since.
 */
export async function announceRejections(
  { clock, events }: Pick<Platform, 'clock' | 'events'>,
  tx: Transaction,
  id: string,
  claim: Claim<RejectionNotice['data']>,
): Promise<void> {
  const locked = new Map((await lockRejectedWith(tx, id)).map(one => [one.id, one]));
  const own = await claim();
  if (own === null) return;
  const due = [
    own,
    ...(await claimDue<RejectionNotice['data']>(tx, REJECTIONS, [...locked.keys()], clock())),
  ];
  await events.publish(
    tx,
    'activityDecided',
    due.flatMap(({ key: activityId, data: { status: currentStatus } }) => {
      const reason = locked.get(activityId)?.rejectionReason ?? null;
      return reason === null ? [] : { activityId, status: 'rejected' as const, reason, currentStatus };
    }),
  );
}

/**
 * Prepares the deletion of locked activities. If a rejection was not announced yet, the activity is deleted as if it still had its
 * earlier status, so that its attendees are notified once. Returns the activities with these statuses.
 */
export async function restoreUnannounced<Locked extends Pick<LockedActivity, 'id' | 'status'>>(
  tx: Transaction,
  locked: readonly Locked[],
): Promise<Locked[]> {
  const rejected = locked.filter(({ status }) => status === 'rejected').map(({ id }) => id);
  if (rejected.length === 0) return [...locked];
  const notices = await cancel<RejectionNotice['data']>(tx, REJECTIONS, rejected);
  await setUnrejected(tx, notices);
  const before = new Map(notices.map(({ key, data }) => [key, data.status]));
  return locked.map(one => ({ ...one, status: before.get(one.id) ?? one.status }));
}
