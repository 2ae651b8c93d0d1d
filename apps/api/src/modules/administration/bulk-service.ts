import type { BulkDecision, BulkOutcome } from '@minga/contract/administration/bulk-decisions';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import * as moderation from '../activities/moderation/service.ts';
import { deleteMany } from '../activities/removal/service.ts';
import { notifyRemovals } from '../notifications/decisions/service.ts';
import { recordAll } from './audit-repository.ts';

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
