import type { rejection } from '@minga/contract/administration/activities';
import type * as z from 'zod/mini';
import { conflict } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  decideActivity,
  moderatedActivity,
  reopenActivity,
  switchPromotion,
} from '../activities/moderation-service.ts';
import { withdrawApprovalNotice } from '../notifications/moderation-service.ts';
import { recordAction } from './audit-repository.ts';

/** Approves a pending activity; its owner is notified when that can no longer be undone. Throws 404 if it is unknown, 409 if it is decided already. */
export async function approveActivity(platform: Platform, actorId: string, id: string) {
  const at = platform.clock();
  return platform.db.transaction(async tx => {
    await decideActivity(platform, tx, id, { status: 'approved' });
    await recordAction(tx, { actorId, at, action: 'activity.approve', targetType: 'activity', targetId: id });
    return moderatedActivity(tx, id);
  });
}

/**
 * Makes an activity pending again whose approval the owner has not been notified of. Throws 404 if it is unknown, 409 if the owner
 * has been notified or it is not approved.
 */
export async function undoApproval(platform: Platform, actorId: string, id: string) {
  const at = platform.clock();
  return platform.db.transaction(async tx => {
    await reopenActivity(tx, id);
    if (!(await withdrawApprovalNotice(platform, tx, id))) throw conflict(TOO_LATE);
    await recordAction(tx, {
      actorId,
      at,
      action: 'activity.undo-approval',
      targetType: 'activity',
      targetId: id,
    });
    return moderatedActivity(tx, id);
  });
}

const TOO_LATE =
  'Ya le avisamos a quien la publicó, y no se puede deshacer: si no debe seguir publicada, retírala con un motivo';

/** Rejects an activity and notifies its owner of the reason. Throws 404 if it is unknown, 409 if its status is not `currentStatus`. */
export async function rejectActivity(
  platform: Platform,
  actorId: string,
  id: string,
  { reason, currentStatus }: z.output<typeof rejection>,
) {
  const at = platform.clock();
  return platform.db.transaction(async tx => {
    await decideActivity(platform, tx, id, { status: 'rejected', reason, currentStatus });
    await recordAction(tx, {
      actorId,
      at,
      action: 'activity.reject',
      targetType: 'activity',
      targetId: id,
      details: { reason },
    });
    return moderatedActivity(tx, id);
  });
}

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
