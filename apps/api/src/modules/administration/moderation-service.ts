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
 * Approves a pending activity, or its series; its owner is notified when that can no longer be undone. Throws 404 if it is unknown, 409 if
 * it is decided already.
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

/** The number of occurrences, for the log; nothing for a single activity. */
const ofSeries = (dates: number) => (dates === 1 ? {} : { dates });

/**
 * Makes an activity, or its series, pending again whose approval the owner has not been notified of. Throws 404 if it is unknown, 409 if
 * the owner has been notified or it is not approved.
 */
export async function undoApproval(platform: Platform, actorId: string, id: string, scope: ModerationScope) {
  const at = platform.clock();
  return platform.db.transaction(async tx => {
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
    return moderatedActivity(tx, id);
  });
}

const TOO_LATE =
  'Ya le avisamos a quien la publicó, y no se puede deshacer: si no debe seguir publicada, retírala con un motivo';

/**
 * Rejects an activity, or its series; its owner is notified of the reason when that can no longer be undone. Throws 404 if it is unknown,
 * 409 if its status is not `currentStatus`.
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
 * Gives a rejected activity, or its series, its earlier status back, unless the owner has been notified. Throws 404 if it is unknown, 409
 * if the owner has been notified or it is not rejected.
 */
export async function undoRejection(platform: Platform, actorId: string, id: string, scope: ModerationScope) {
  const at = platform.clock();
  return platform.db.transaction(async tx => {
    const dates = await undoRejections(platform, tx, id, scope, REJECTION_TOLD);
    await recordAction(tx, {
      actorId,
      at,
      action: 'activity.undo-rejection',
      targetType: 'activity',
      targetId: id,
      details: ofSeries(dates),
    });
    return moderatedActivity(tx, id);
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

/** Applies one decision to many activities in one transaction; skips those that are unknown or whose status is another by now. */
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
        ...{ actorId, at, action: actions[action], targetType: 'activity' as const, targetId },
        // Of what is deleted the log retains no text.
        ...(action === 'reject' && reason && { details: { reason } }),
      })),
    );
    return decided.length;
  });
  return { done, skipped: ids.length - done };
}

/** The ids of the activities that it applied to. */
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

/** Verifies a collective, or takes the verification back. Rejects with 404 if there is none. */
export const verifyCollective = (platform: Platform, actorId: string, id: string, isVerified: boolean) =>
  change(platform, actorId, id, { isVerified }, isVerified ? 'collective.verify' : 'collective.unverify');

/** Activates a collective, also a held one, or deactivates it. Rejects with 404 if there is none. */
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

/** Replaces what holds a publication; the log gets the names of the changed lists. */
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
      ...{ actorId, at },
      action: 'trust.update',
      targetType: 'trust',
      targetId: version,
      details: { fields: changed },
    });
  });
  return settings;
}
