import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ActivityDecided } from '../activities/events.ts';
import { markUnpublished } from '../activities/moderation-service.ts';
import { findOwned, lockOwner } from './announcement-repository.ts';
import { approvalNoticesDue, deleteApprovalNotice, insertApprovalNotice } from './approval-repository.ts';
import { notify } from './delivery-service.ts';
import { deleteUnstartedNews } from './follower-repository.ts';
import { approvalEmail, rejectionEmail } from './mails.tsx';
import { approvalNoticeDueAt } from './rules.ts';

const BATCH_SIZE = 50;

/**
 * Subscriber of `activityDecided`: notifies the organisers of a rejection and its reason at once, and of an approval when it can no
 * longer be undone.
 */
export async function notifyDecisions(
  platform: Platform,
  tx: Transaction,
  decisions: readonly ActivityDecided[],
): Promise<void> {
  for (const decision of decisions) {
    const { activityId } = decision;
    if (decision.status === 'approved')
      await insertApprovalNotice(tx, activityId, approvalNoticeDueAt(platform.clock()));
    else {
      const isUnaware = decision.currentStatus === 'pending' || (await deleteApprovalNotice(tx, activityId));
      await notifyRejection(platform, tx, activityId, { reason: decision.reason, wasApproved: !isUnaware });
    }
  }
}

/**
 * Prevents that the owner and the followers are notified of an approval. Returns false if that has happened, so that it cannot be
 * undone.
 */
export async function withdrawApprovalNotice(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  activityId: string,
): Promise<boolean> {
  if (!(await deleteApprovalNotice(tx, activityId))) return false;
  if (await deleteUnstartedNews(tx, activityId, clock())) await markUnpublished(tx, activityId);
  return true;
}

/** Notifies owners of approvals that can no longer be undone. */
export async function sendApprovalNotices(platform: Platform, signal?: AbortSignal): Promise<void> {
  for (const { activityId } of await approvalNoticesDue(platform.db, platform.clock()).limit(BATCH_SIZE)) {
    if (signal?.aborted === true) return;
    await platform.db.transaction(async tx => {
      await lockOwner(tx, activityId);
      if (await deleteApprovalNotice(tx, activityId)) await notifyApproval(platform, tx, activityId);
    });
  }
}

async function notifyApproval(platform: Platform, tx: Transaction, activityId: string): Promise<void> {
  const facts = await findOwned(tx, activityId);
  if (facts === null) return;
  const { owner, activity } = facts;
  await notify(platform, tx, [
    {
      userId: owner.id,
      email: owner.email,
      taskId: activityId,
      type: 'approval',
      title: 'Actividad aprobada',
      text: `«${activity.title}» fue aprobada y ya está publicada.`,
      composeEmail: url => approvalEmail(facts, url, platform),
    },
  ]);
}

async function notifyRejection(
  platform: Platform,
  tx: Transaction,
  activityId: string,
  rejection: { reason: string; wasApproved: boolean },
): Promise<void> {
  const facts = await findOwned(tx, activityId);
  if (facts === null) return;
  const { owner, activity } = facts;
  await notify(platform, tx, [
    {
      userId: owner.id,
      email: owner.email,
      taskId: activityId,
      type: 'rejection',
      title: rejection.wasApproved ? 'Actividad retirada' : 'Actividad rechazada',
      text: `«${activity.title}» fue ${rejection.wasApproved ? 'retirada' : 'rechazada'}. Motivo: ${rejection.reason}`,
      composeEmail: url => rejectionEmail(facts, rejection, url, platform),
    },
  ]);
}
