import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ActivityDecided } from '../activities/events.ts';
import { findOwned } from './announcement-repository.ts';
import { notify } from './delivery-service.ts';
import { approvalEmail, rejectionEmail } from './mails.tsx';

/** Subscriber of `activityDecided`: notifies the organisers of an approval, or of a rejection and its reason. */
export async function notifyDecisions(
  platform: Platform,
  tx: Transaction,
  decisions: readonly ActivityDecided[],
): Promise<void> {
  for (const decision of decisions) {
    const facts = await findOwned(tx, decision.activityId);
    if (facts === null) continue;
    const { owner, activity } = facts;
    const recipient = { userId: owner.id, email: owner.email, taskId: activity.id };
    await notify(platform, tx, [
      decision.status === 'approved'
        ? {
            ...recipient,
            type: 'approval',
            title: 'Actividad aprobada',
            text: `«${activity.title}» fue aprobada y ya está publicada.`,
            composeEmail: url => approvalEmail(facts, url, platform),
          }
        : {
            ...recipient,
            type: 'rejection',
            title: 'Actividad rechazada',
            text: `«${activity.title}» fue rechazada. Motivo: ${decision.reason}`,
            composeEmail: url => rejectionEmail(facts, decision.reason, url, platform),
          },
    ]);
  }
}
