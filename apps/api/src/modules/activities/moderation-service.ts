import type { ActivityStats } from '@minga/contract/administration/activities';
import type { Transaction } from '../../platform/database/connection.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  countByStatus,
  countPromoted,
  type Filter,
  listForModeration,
  setPublished,
  setStatus,
} from './moderation-repository.ts';
import {
  type ActivityRow,
  type Found,
  findActivity,
  lockActivity,
  type Paging,
  setPromotion,
} from './repository.ts';
import { promotionWindow } from './rules.ts';
import { UNKNOWN_ACTIVITY } from './service.ts';

export type { Filter } from './moderation-repository.ts';

/** An admin's decision: an approved activity can still be rejected. */
export type Decision =
  | { readonly status: 'approved' }
  | {
      readonly status: 'rejected';
      readonly reason: string;
      /** The status in which the admin saw the activity. */
      readonly currentStatus: 'pending' | 'approved';
    };

export const activitiesForModeration = (
  { db, clock }: Platform,
  filter: Filter,
  paging: Paging,
): Promise<Found> => listForModeration(db, filter, clock(), paging);

/** Read in the transaction that changes it: the activity may be deleted right after. */
export async function moderatedActivity(tx: Transaction, id: string): Promise<ActivityRow> {
  const row = await findActivity(tx, id);
  if (row === null) throw notFound(UNKNOWN_ACTIVITY);
  return row;
}

/**
 * Rejects with 404 if the activity does not exist, with 409 if its status is not the one in which the admin saw it: another request
 * has decided.
 */
export async function decideActivity(
  { clock, events }: Pick<Platform, 'clock' | 'events'>,
  tx: Transaction,
  id: string,
  decision: Decision,
): Promise<void> {
  const { status, publishedAt, collectiveId } = await lockForModeration(tx, id);
  const expected = decision.status === 'rejected' ? decision.currentStatus : 'pending';
  if (status !== expected) throw conflict(CHANGED[status]);
  await setStatus(
    tx,
    id,
    decision.status === 'approved'
      ? { status: 'approved', rejectionReason: null }
      : { status: 'rejected', rejectionReason: decision.reason },
  );
  await events.publish(tx, 'activityDecided', [{ activityId: id, ...decision }]);
  if (decision.status === 'rejected' || publishedAt !== null) return;
  await setPublished(tx, id, clock());
  await events.publish(tx, 'activityPublished', [{ activityId: id, collectiveId, canBeUndone: true }]);
}

/** For an activity that nobody was notified of: its next approval is its first publication. */
export const markUnpublished = (tx: Transaction, id: string): Promise<void> => setPublished(tx, id, null);

/** Makes an approved activity pending again. Rejects with 404 if it does not exist, with 409 if it is not approved. */
export async function reopenActivity(tx: Transaction, id: string): Promise<void> {
  const { status } = await lockForModeration(tx, id);
  if (status !== 'approved') throw conflict(CHANGED[status]);
  await setStatus(tx, id, { status: 'pending', rejectionReason: null });
}

const CHANGED = {
  pending: 'Esta actividad está pendiente',
  approved: 'Esta actividad ya fue aprobada',
  rejected: 'Esta actividad ya fue rechazada',
} as const;

/** Promotes any activity for a week from now, as its owner may, or ends its promotion. */
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
  const of = (status: 'pending' | 'approved' | 'rejected') => counts.get(status) ?? 0;
  return {
    totalActivities: of('pending') + of('approved') + of('rejected'),
    pendingActivities: of('pending'),
    approvedActivities: of('approved'),
    rejectedActivities: of('rejected'),
    promotedActivities,
  };
}
