import { RETRY_BATCH_MAX } from '@minga/contract/system';
import type { Platform } from '../../platform/platform.ts';
import { recordActions } from '../administration/audit-service.ts';

/**
 * Returns one dead letter, or all, to its queue and returns their number. Concurrent calls retry each once. Records the
 * actor in the audit log. A dead letter that no longer exists counts as none.
 */
export function retryDeadLetters(
  { db, jobs, clock }: Platform,
  actorId: string,
  id?: string,
): Promise<number> {
  return db.transaction(async tx => {
    const retried = await jobs.retry(tx, { limit: RETRY_BATCH_MAX, ...(id !== undefined && { id }) });
    const common = { action: 'job.retry', targetType: 'job', actorId, at: clock() } as const;
    await recordActions(
      tx,
      retried.map(({ id: targetId, queue }) => ({ ...common, targetId, details: { queue } })),
    );
    return retried.length;
  });
}
