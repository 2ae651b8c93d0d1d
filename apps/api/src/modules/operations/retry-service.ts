import { RETRY_BATCH_MAX } from '@minga/contract/system';
import type { Platform } from '../../platform/platform.ts';
import { recordActions } from '../administration/audit-service.ts';

/**
 * Puts one dead letter back into its queue, or all; how many. Each goes once, however many press at once, and is put down
 * with who did it; one that is not there any more is none.
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
