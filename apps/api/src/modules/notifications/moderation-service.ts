import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ActivityDecided } from '../activities/events.ts';
import { markUnpublished } from '../activities/moderation-service.ts';
import { findOwned, lockOwner } from './announcement-repository.ts';
import {
  approvalNoticesDue,
  deleteApprovalNotices,
  insertApprovalNotices,
  takeApprovalNotices,
} from './approval-repository.ts';
import { notify } from './delivery-service.ts';
import { deleteUnstartedNews } from './follower-repository.ts';
import { approvalEmail, rejectionEmail } from './mails.tsx';
import { approvalNoticeDueAt } from './rules.ts';
import { ofDates } from './series-text.ts';

const BATCH_SIZE = 50;

/**
 * Subscriber of `activityDecided`: notifies the organisers of a rejection and its reason at once, and of an approval when it can no
 * longer be undone. A batch is the decision on a series, of which its organiser is notified once.
 */
export async function notifyDecisions(
  platform: Platform,
  tx: Transaction,
  decisions: readonly ActivityDecided[],
): Promise<void> {
  const approved = decisions.filter(({ status }) => status === 'approved');
  const dueAt = approvalNoticeDueAt(platform.clock());
  await insertApprovalNotices(
    tx,
    approved.map(({ activityId }) => activityId),
    dueAt,
  );
  const rejected = decisions.filter(decision => decision.status === 'rejected');
  const [first] = rejected;
  if (first === undefined) return;
  const { activityId, reason, currentStatus } = first;
  const ids = rejected.map(decision => decision.activityId);
  const wasAware = currentStatus === 'approved' && (await deleteApprovalNotices(tx, ids)).size === 0;
  await notifyRejection(platform, tx, activityId, { reason, wasApproved: wasAware, dates: rejected.length });
}

/**
 * Prevents that the owner and the followers are notified of approvals. Of activities that it does not return that has happened: they
 * cannot be undone.
 */
export async function withdrawApprovalNotices(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  activityIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const withdrawn = await deleteApprovalNotices(tx, activityIds);
  if (await deleteUnstartedNews(tx, [...withdrawn], clock())) await markUnpublished(tx, [...withdrawn]);
  return withdrawn;
}

/** Notifies owners of approvals that can no longer be undone: of those of a series once. */
export async function sendApprovalNotices(platform: Platform, signal?: AbortSignal): Promise<void> {
  const now = platform.clock();
  for (const { activityId } of await approvalNoticesDue(platform.db, now).limit(BATCH_SIZE)) {
    if (signal?.aborted === true) return;
    await platform.db.transaction(async tx => {
      await lockOwner(tx, activityId);
      const taken = await takeApprovalNotices(tx, activityId, now);
      // Another process may have taken it, or an earlier iteration with its series.
      if (taken.length > 0) await notifyApproval(platform, tx, activityId, taken.length);
    });
  }
}

async function notifyApproval(
  platform: Platform,
  tx: Transaction,
  activityId: string,
  dates: number,
): Promise<void> {
  const facts = await findOwned(tx, activityId);
  if (facts === null) return;
  const { owner, activity } = facts;
  await notify(platform, tx, [
    {
      userId: owner.id,
      email: owner.email,
      taskId: activityId,
      type: 'approval',
      title: dates === 1 ? 'Actividad aprobada' : 'Serie aprobada',
      text: `«${activity.title}» fue aprobada y ya está publicada${ofDates(dates)}.`,
      composeEmail: url => approvalEmail(facts, dates, url, platform),
    },
  ]);
}

async function notifyRejection(
  platform: Platform,
  tx: Transaction,
  activityId: string,
  rejection: { reason: string; wasApproved: boolean; dates: number },
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
      text: `«${activity.title}» fue ${rejection.wasApproved ? 'retirada' : 'rechazada'}${ofDates(rejection.dates)}. Motivo: ${rejection.reason}`,
      composeEmail: url => rejectionEmail(facts, rejection, url, platform),
    },
  ]);
}
