import { PING } from '@minga/contract/webhooks';
import type { Transaction } from '../../platform/database/connection.ts';
import { type Outcome, SENDING, sendMessage } from '../../platform/http/guarded-message.ts';
import { cursorAfter, makeAttempts, type Share, type Turn } from '../../platform/jobs/attempts.ts';
import type { Platform } from '../../platform/platform.ts';
import { isPublic } from '../activities/policy.ts';
import { nextCheckAt, waitsForUndo } from '../activities/rules.ts';
import { switchedOffEmail } from './mails.ts';
import {
  type Due,
  deleteBefore,
  failPending,
  findActivities,
  hasDue,
  lockDue,
  lockWebhook,
  ownersOf,
  updateDelivery,
  updateWebhook,
  WEBHOOKS,
  type WebhookRow,
} from './repository.ts';
import {
  FAILING_ATTEMPTS,
  FAILING_HOOK_ATTEMPTS,
  HOOK_ATTEMPTS,
  HOST_ATTEMPTS,
  hasFailedForADay,
  OWNER_ATTEMPTS,
  RETENTION_DAYS,
  resumesAt,
  retryAt,
  signatureOf,
} from './rules.ts';

interface Attempt extends Due {
  readonly startedAt: Date;
}

/** Sends due deliveries. Retries have the same id. Executes a single query if there are none. */
export async function pollWebhooks(
  platform: Platform,
  signal?: AbortSignal,
  sending = SENDING,
): Promise<void> {
  if (!(await hasDue(platform.db, platform.clock()))) return;
  await makeAttempts<Due, Attempt, Outcome>(
    platform,
    {
      task: WEBHOOKS,
      keyOf: ({ delivery }) => delivery.id,
      sharesOf,
      take: (tx, turn) => take(platform, tx, turn),
      send: attempt => sendMessage(messageOf(attempt), platform.settings.webhookHosts, sending),
      fault: { status: null, failure: 'connection' },
      store: (tx, attempt, outcome) => storeOutcome(platform, tx, attempt, outcome),
    },
    signal,
  );
}

function sharesOf({ webhook }: Due): Share[] {
  const isFailing = webhook.failingSince !== null;
  return [
    { name: `webhook ${webhook.id}`, max: isFailing ? FAILING_HOOK_ATTEMPTS : HOOK_ATTEMPTS },
    { name: `owner ${webhook.ownerId}`, max: OWNER_ATTEMPTS },
    { name: `host ${webhook.host}`, max: HOST_ATTEMPTS },
    ...(isFailing ? [{ name: 'failing ', max: FAILING_ATTEMPTS }] : []),
  ];
}

/**
 * Takes due deliveries for an attempt. Fails deliveries about activities that are no longer public, or postpones them while that can
 * be undone.
 */
async function take(
  { clock, settings }: Platform,
  tx: Transaction,
  turn: Turn<Due>,
): Promise<{ taken: Attempt[]; found: number }> {
  const now = clock();
  const full = {
    webhooks: turn.full('webhook '),
    owners: turn.full('owner '),
    hosts: turn.full('host '),
    failing: turn.full('failing ').length > 0,
  };
  const lockAfter = (after: string | null) => lockDue(tx, now, { limit: turn.limit, after, full });
  const fromCursor = await lockAfter(turn.cursor);
  const due = fromCursor.length === 0 && turn.cursor !== null ? await lockAfter(null) : fromCursor;
  turn.taking(due.map(({ delivery }) => delivery.id));
  turn.cursor = cursorAfter(
    due.map(({ webhook }) => webhook.id),
    turn.limit,
  );
  const ofActivity = due.flatMap(({ delivery }) => (isNews(delivery) ? (delivery.activityId ?? []) : []));
  const found = ofActivity.length === 0 ? [] : await findActivities(tx, ofActivity);
  const publicIds = new Set(
    found.flatMap(({ activity }) => (isPublic(activity.status, settings.moderation) ? activity.id : [])),
  );
  const rejectedIds = new Set(
    found.flatMap(({ activity }) => (activity.status === 'rejected' ? activity.id : [])),
  );
  const taken: Attempt[] = [];
  let hidden = 0;
  for (const { delivery, webhook } of due) {
    if (isNews(delivery) && !publicIds.has(delivery.activityId ?? '')) {
      hidden += 1;
      const waits = rejectedIds.has(delivery.activityId ?? '') && waitsForUndo(delivery.createdAt, now);
      await updateDelivery(
        tx,
        delivery.id,
        waits ? { dueAt: nextCheckAt(now) } : { state: 'failed', failure: 'hidden' },
      );
      continue;
    }
    if (!turn.admits({ delivery, webhook })) continue;
    const attempts = delivery.attempts + 1;
    const firstAttemptAt = delivery.firstAttemptAt ?? now;
    const dueAt = retryAt(now, attempts, firstAttemptAt);
    await updateDelivery(tx, delivery.id, { attempts, firstAttemptAt, lastAttemptAt: now, dueAt });
    taken.push({ delivery: { ...delivery, firstAttemptAt }, webhook, startedAt: now });
  }
  return { taken, found: taken.length + hidden };
}

const isNews = ({ event }: Due['delivery']): boolean => event !== PING && event !== 'activity.cancelled';

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

/** Deactivates a webhook that has failed for a day, fails its pending deliveries and notifies the collective's owners. */
async function switchOff(
  { mailer, publicUrl }: Platform,
  tx: Transaction,
  { id, url, collectiveId }: WebhookRow,
): Promise<void> {
  await updateWebhook(tx, id, { isActive: false });
  await failPending(tx, id, 'inactive');
  for (const { owner, collective } of await ownersOf(tx, collectiveId)) {
    const email = await switchedOffEmail(owner, { host: new URL(url).host, ...collective }, publicUrl);
    await mailer.send(tx, email, { kind: 'switchedOffEmail', cause: 'site', accountId: owner.id });
  }
}

/** Deletes old deliveries. */
export async function sweepDeliveries({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - RETENTION_DAYS * 24 * 60 * 60 * 1000);
  while ((await deleteBefore(db, before)) > 0);
}

const HOURLY = '37 * * * *';

export function webhookJobs(platform: Platform): void {
  platform.jobs.every('webhook-sweep', HOURLY, () => sweepDeliveries(platform));
}
