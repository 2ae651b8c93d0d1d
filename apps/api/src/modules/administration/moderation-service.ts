import type { rejection } from '@minga/contract/administration/activities';
import type { BulkDecision, BulkOutcome } from '@minga/contract/administration/bulk-decisions';
import type { TrustSettings } from '@minga/contract/administration/trust';
import type * as z from 'zod/mini';
import type { Transaction } from '../../platform/database/connection.ts';
import { notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import * as moderation from '../activities/moderation/service.ts';
import {
  decideActivities,
  type ModerationScope,
  moderatedActivity,
  reopenActivities,
  switchPromotion,
  undoRejections,
} from '../activities/moderation/service.ts';
import { deleteMany } from '../activities/removal/service.ts';
import { type CollectiveChange, changeCollective } from '../collectives/review-service.ts';
import { UNKNOWN_COLLECTIVE } from '../collectives/service.ts';
import { notifyRemovals, withdrawApprovalNotices } from '../notifications/decisions/service.ts';
import { replaceTrustSettings } from '../trust/service.ts';
import { recordAction, recordAll } from './repository.ts';
import type { CollectiveAction } from './schema.ts';

/**
 * Approves a pending activity or its series. The owner is notified when the approval can no longer be undone. Throws 404 if the
 * activity is unknown, and 409 if it is already decided.
 */
export async function approveActivity(
  platform: Platform,
  actorId: string,
  id: string,
  scope: ModerationScope,
) {
  const at = platform.clock();
  return platform.db.transaction(async tx => {
    const dates = await decideActivities(platform, tx, id, { status: 'approved' }, scope);
    await recordAction(tx, {
      actorId,
      at,
      action: 'activity.approve',
      targetType: 'activity',
      targetId: id,
      details: ofSeries(dates),
    });
    return moderatedActivity(tx, id);
  });
}

/** The log's details about a decision: the number of occurrences, unless it is 1. */
const ofSeries = (dates: number) => (dates === 1 ? {} : { dates });

/**
 * Makes an approved activity or its series pending again. Throws 404 if the activity is unknown, and 409 if it is not approved or the
 * owner has already been notified of the approval.
 */
export const undoApproval = (platform: Platform, actorId: string, id: string, scope: ModerationScope) =>
  platform.db.transaction(async tx => {
    await withdrawApproval(platform, tx, actorId, id, scope);
    return moderatedActivity(tx, id);
  });

/** Undoes an approval as `undoApproval` does, in the caller's transaction. */
export async function withdrawApproval(
  platform: Platform,
  tx: Transaction,
  actorId: string,
  id: string,
  scope: ModerationScope,
): Promise<void> {
  const at = platform.clock();
  const withdraw = (ids: readonly string[]) => withdrawApprovalNotices(platform, tx, ids);
  const dates = await reopenActivities(tx, id, scope, at, withdraw, TOO_LATE);
  await recordAction(tx, {
    actorId,
    at,
    action: 'activity.undo-approval',
    targetType: 'activity',
    targetId: id,
    details: ofSeries(dates),
  });
}

const TOO_LATE =
  'Ya le avisamos a quien la publicó, y no se puede deshacer: si no debe seguir publicada, retírala con un motivo';

/**
 * Rejects an activity or its series. The owner is notified of the reason when the rejection can no longer be undone. Throws 404 if the
 * activity is unknown, and 409 if its status is not `currentStatus`.
 */
export async function rejectActivity(
  platform: Platform,
  actorId: string,
  id: string,
  { reason, currentStatus }: z.output<typeof rejection>,
  scope: ModerationScope,
) {
  const at = platform.clock();
  return platform.db.transaction(async tx => {
    const decision = { status: 'rejected', reason, currentStatus } as const;
    const dates = await decideActivities(platform, tx, id, decision, scope);
    await recordAction(tx, {
      actorId,
      at,
      action: 'activity.reject',
      targetType: 'activity',
      targetId: id,
      details: { reason, ...ofSeries(dates) },
    });
    return moderatedActivity(tx, id);
  });
}

/**
 * Restores the earlier status of a rejected activity or its series. Throws 404 if the activity is unknown, and 409 if it is not
 * rejected or the owner has already been notified of the rejection.
 */
export const undoRejection = (platform: Platform, actorId: string, id: string, scope: ModerationScope) =>
  platform.db.transaction(async tx => {
    await withdrawRejection(platform, tx, actorId, id, scope);
    return moderatedActivity(tx, id);
  });

/** Undoes a rejection as `undoRejection` does, in the caller's transaction. */
export async function withdrawRejection(
  platform: Platform,
  tx: Transaction,
  actorId: string,
  id: string,
  scope: ModerationScope,
): Promise<void> {
  const dates = await undoRejections(platform, tx, id, scope, REJECTION_TOLD);
  await recordAction(tx, {
    actorId,
    at: platform.clock(),
    action: 'activity.undo-rejection',
    targetType: 'activity',
    targetId: id,
    details: ofSeries(dates),
  });
}

const REJECTION_TOLD =
  'Ya le avisamos a quien la publicó, y no se puede deshacer: cuando la corrija, se revisa de nuevo';

/** Promotes an activity of any status, or ends its promotion. */
export async function promoteActivity(platform: Platform, actorId: string, id: string, isPromoted: boolean) {
  const at = platform.clock();
  const action = isPromoted ? 'activity.promote' : 'activity.unpromote';
  return platform.db.transaction(async tx => {
    await switchPromotion(platform, tx, id, isPromoted);
    await recordAction(tx, { actorId, at, action, targetType: 'activity', targetId: id });
    return moderatedActivity(tx, id);
  });
}

const actions = {
  approve: 'activity.approve',
  reject: 'activity.reject',
  delete: 'activity.delete',
} as const;

/** Applies one decision to many activities in one transaction. Skips activities that are unknown or whose status has changed. */
export async function decideMany(
  platform: Platform,
  actorId: string,
  { ids: given, ...written }: BulkDecision,
): Promise<BulkOutcome> {
  const at = platform.clock();
  const ids = [...new Set(given.map(id => id.toLowerCase()))];
  const { action } = written;
  const reason = action === 'approve' ? undefined : written.reason;
  const done = await platform.db.transaction(async tx => {
    const decided = await decide(platform, tx, ids, written);
    await recordAll(
      tx,
      decided.map(targetId => ({
        actorId,
        at,
        action: actions[action],
        targetType: 'activity' as const,
        targetId,
        // The log retains no text about deleted activities.
        ...(action === 'reject' && reason && { details: { reason } }),
      })),
    );
    return decided.length;
  });
  return { done, skipped: ids.length - done };
}

/** Applies the decision and returns the ids of the activities that were changed or deleted. */
async function decide(
  platform: Platform,
  tx: Transaction,
  ids: readonly string[],
  { action, reason = '', currentStatus }: Omit<BulkDecision, 'ids'>,
): Promise<string[]> {
  if (action === 'delete') {
    const deleted = await deleteMany(platform, tx, ids);
    await notifyRemovals(platform, tx, deleted, reason);
    return deleted.map(({ id }) => id);
  }
  return moderation.decideMany(
    platform,
    tx,
    ids,
    action === 'approve' ? { status: 'approved' } : { status: 'rejected', reason, currentStatus },
  );
}

/** Verifies a collective or withdraws its verification. Throws 404 if it is unknown. */
export const verifyCollective = (platform: Platform, actorId: string, id: string, isVerified: boolean) =>
  change(platform, actorId, id, { isVerified }, isVerified ? 'collective.verify' : 'collective.unverify');

/** Activates a collective, which may be a held one, or deactivates it. Throws 404 if it is unknown. */
export const changeCollectiveStatus = (platform: Platform, actorId: string, id: string, isActive: boolean) =>
  change(
    platform,
    actorId,
    id,
    { status: isActive ? 'active' : 'inactive' },
    isActive ? 'collective.activate' : 'collective.deactivate',
  );

function change(
  platform: Platform,
  actorId: string,
  id: string,
  values: CollectiveChange,
  action: CollectiveAction,
) {
  const at = platform.clock();
  return platform.db.transaction(async tx => {
    const row = await changeCollective(platform, tx, id, values, actorId);
    if (row === null) throw notFound(UNKNOWN_COLLECTIVE);
    await recordAction(tx, { actorId, at, action, targetType: 'collective', targetId: id });
    return row;
  });
}

/** Replaces the trust settings and logs the names of the changed fields, if there are any. */
export async function changeTrust(
  { db, clock }: Platform,
  actorId: string,
  settings: TrustSettings,
): Promise<TrustSettings> {
  const at = clock();
  await db.transaction(async tx => {
    const { version, changed } = await replaceTrustSettings(tx, settings);
    if (changed.length === 0) return;
    await recordAction(tx, {
      actorId,
      at,
      action: 'trust.update',
      targetType: 'trust',
      targetId: version,
      details: { fields: changed },
    });
  });
  return settings;
}
