import type { rejection } from '@minga/contract/administration/activities';
import type * as z from 'zod/mini';
import type { Platform } from '../../platform/platform.ts';
import {
  decideActivities,
  type ModerationScope,
  moderatedActivity,
  reopenActivities,
  switchPromotion,
  undoRejections,
} from '../activities/moderation/service.ts';
import { withdrawApprovalNotices } from '../notifications/decisions/service.ts';
import { recordAction } from './audit-repository.ts';

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
