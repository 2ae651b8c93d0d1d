import type { Platform } from '../../platform/platform.ts';
import { decideActivity, moderatedActivity, switchPromotion } from '../activities/moderation-service.ts';
import { recordAction } from './audit-repository.ts';

/** Approves a pending activity and notifies its owner. Throws 404 if it is unknown, 409 if it is decided already. */
export async function approveActivity(platform: Platform, actorId: string, id: string) {
  const at = platform.clock();
  await platform.db.transaction(async tx => {
    await decideActivity(platform, tx, id, { status: 'approved' });
    await recordAction(tx, { actorId, at, action: 'activity.approve', targetType: 'activity', targetId: id });
  });
  return moderatedActivity(platform, id);
}

/** Rejects a pending activity and notifies its owner of the reason. Throws 404 if it is unknown, 409 if it is decided already. */
export async function rejectActivity(platform: Platform, actorId: string, id: string, reason: string) {
  const at = platform.clock();
  await platform.db.transaction(async tx => {
    await decideActivity(platform, tx, id, { status: 'rejected', reason });
    await recordAction(tx, {
      actorId,
      at,
      action: 'activity.reject',
      targetType: 'activity',
      targetId: id,
      details: { reason },
    });
  });
  return moderatedActivity(platform, id);
}

/** Promotes an activity of any status, or ends its promotion. */
export async function promoteActivity(platform: Platform, actorId: string, id: string, isPromoted: boolean) {
  const at = platform.clock();
  const action = isPromoted ? 'activity.promote' : 'activity.unpromote';
  await platform.db.transaction(async tx => {
    await switchPromotion(platform, tx, id, isPromoted);
    await recordAction(tx, { actorId, at, action, targetType: 'activity', targetId: id });
  });
  return moderatedActivity(platform, id);
}
