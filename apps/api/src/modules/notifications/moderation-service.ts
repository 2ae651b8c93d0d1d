import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import { tell } from './delivery-service.ts';
import { approvalEmail, rejectionEmail } from './mails.tsx';
import { findOwned } from './news-repository.ts';

/** Tells the owner, in the transaction that approves the activity. */
export async function notifyApproval(platform: Platform, tx: Transaction, activityId: string): Promise<void> {
  const facts = await findOwned(tx, activityId);
  if (facts === null) return;
  const { owner, activity } = facts;
  await tell(platform, tx, [
    {
      type: 'approval',
      userId: owner.id,
      email: owner.email,
      title: 'Actividad aprobada',
      text: `«${activity.title}» fue aprobada y ya está publicada.`,
      taskId: activityId,
      letter: url => approvalEmail(facts, url, platform),
    },
  ]);
}

/** Tells the owner why, in the transaction that rejects the activity. */
export async function notifyRejection(
  platform: Platform,
  tx: Transaction,
  activityId: string,
  reason: string,
): Promise<void> {
  const facts = await findOwned(tx, activityId);
  if (facts === null) return;
  const { owner, activity } = facts;
  await tell(platform, tx, [
    {
      type: 'rejection',
      userId: owner.id,
      email: owner.email,
      title: 'Actividad rechazada',
      text: `«${activity.title}» fue rechazada. Motivo: ${reason}`,
      taskId: activityId,
      letter: url => rejectionEmail(facts, reason, url, platform),
    },
  ]);
}
