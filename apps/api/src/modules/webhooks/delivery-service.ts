import type { Transaction } from '../../platform/database/connection.ts';
import { makeAttempts } from '../../platform/jobs/attempts.ts';
import type { Platform } from '../../platform/platform.ts';
import { isPublic } from '../activities/policy.ts';
import { findActivities } from './activity-repository.ts';
import {
  type Due,
  deleteBefore,
  failPending,
  hasDue,
  lockDue,
  updateDelivery,
} from './delivery-repository.ts';
import { switchedOffEmail } from './mails.tsx';
import { lockWebhook, ownersOf, updateWebhook, type WebhookRow } from './repository.ts';
import { hasFailedForADay, RETENTION_DAYS, resumesAt, retryAt, signatureOf } from './rules.ts';
import { type Outcome, SENDING, sendMessage } from './sender.ts';

const BATCH_SIZE = 20;

interface Attempt extends Due {
  readonly startedAt: Date;
}

/** Sends due deliveries, further attempts with the same id; one query if there are none. */
export async function pollWebhooks(
  platform: Platform,
  signal?: AbortSignal,
  sending = SENDING,
): Promise<void> {
  if (!(await hasDue(platform.db, platform.clock()))) return;
  await makeAttempts(
    platform.db,
    {
      take: tx => takeBatch(platform, tx),
      send: (attempt: Attempt) => sendMessage(messageOf(attempt), platform.settings.webhookHosts, sending),
      store: (tx, attempt, outcome) => storeOutcome(platform, tx, attempt, outcome),
    },
    signal,
  );
}

/** Takes due deliveries for an attempt. News of an activity that is not public any more is not sent. */
async function takeBatch(
  { clock, settings }: Platform,
  tx: Transaction,
): Promise<{ taken: Attempt[]; found: number }> {
  const now = clock();
  const due = await lockDue(tx, now, BATCH_SIZE);
  const ofActivity = due.flatMap(({ delivery }) => (isNews(delivery) ? (delivery.activityId ?? []) : []));
  const found = ofActivity.length === 0 ? [] : await findActivities(tx, ofActivity);
  const publicIds = new Set(
    found.flatMap(({ activity }) => (isPublic(activity.status, settings.moderation) ? activity.id : [])),
  );
  const taken: Attempt[] = [];
  for (const { delivery, webhook } of due) {
    if (isNews(delivery) && !publicIds.has(delivery.activityId ?? '')) {
      await updateDelivery(tx, delivery.id, { state: 'failed', failure: 'hidden' });
      continue;
    }
    const attempts = delivery.attempts + 1;
    const firstAttemptAt = delivery.firstAttemptAt ?? now;
    const dueAt = retryAt(now, attempts, firstAttemptAt);
    await updateDelivery(tx, delivery.id, { attempts, firstAttemptAt, lastAttemptAt: now, dueAt });
    taken.push({ delivery: { ...delivery, firstAttemptAt }, webhook, startedAt: now });
  }
  return { taken, found: due.length };
}

const isNews = ({ event }: Due['delivery']): boolean =>
  event === 'activity.published' || event === 'activity.updated';

const messageOf = ({ delivery, webhook, startedAt }: Attempt) => ({
  url: webhook.url,
  body: delivery.body,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Minga-Webhooks',
    'minga-event': delivery.event,
    'minga-delivery': delivery.id,
    'minga-signature': signatureOf(delivery.body, webhook.secret, startedAt),
  },
});

/** Locks the webhook before the delivery, in the order in which deletions cascade. */
async function storeOutcome(
  platform: Platform,
  tx: Transaction,
  { delivery, startedAt }: Attempt,
  { status, failure }: Outcome,
): Promise<void> {
  const webhook = await lockWebhook(tx, delivery.webhookId);
  if (webhook === null) return;
  const seen = { responseStatus: status, failure };
  if (failure === null) {
    await updateDelivery(tx, delivery.id, { ...seen, state: 'delivered' });
    if (!webhook.isActive || webhook.failingSince !== null)
      await updateWebhook(tx, webhook.id, { isActive: true, failingSince: null, resumesAt: null });
    return;
  }
  const isLast = hasFailedForADay(delivery.firstAttemptAt ?? startedAt, startedAt);
  await updateDelivery(tx, delivery.id, { ...seen, ...(isLast && { state: 'failed' }) });
  const failingSince = webhook.failingSince ?? startedAt;
  await updateWebhook(tx, webhook.id, { failingSince, resumesAt: resumesAt(startedAt) });
  if (webhook.isActive && hasFailedForADay(failingSince, startedAt)) await switchOff(platform, tx, webhook);
}

/** Gives a webhook up that has failed for a day, and informs the collective's owners. */
async function switchOff(
  { mailer, publicUrl }: Platform,
  tx: Transaction,
  { id, url, collectiveId }: WebhookRow,
): Promise<void> {
  await updateWebhook(tx, id, { isActive: false });
  await failPending(tx, id, 'inactive');
  for (const { owner, collective } of await ownersOf(tx, collectiveId)) {
    const email = await switchedOffEmail(owner, { host: new URL(url).host, ...collective }, publicUrl);
    await mailer.send(tx, email, { accountId: owner.id });
  }
}

/** Deletes old deliveries. */
export async function sweepDeliveries({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - RETENTION_DAYS * 24 * 60 * 60 * 1000);
  while ((await deleteBefore(db, before)) > 0);
}
