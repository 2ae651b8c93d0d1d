import webPush from 'web-push';
import type { Transaction } from '../../platform/database/connection.ts';
import { cursorAfter, makeAttempts, type Share, type Turn } from '../../platform/jobs/attempts.ts';
import type { Platform } from '../../platform/platform.ts';
import { fillJson } from '../../platform/site/site-text.ts';
import { lockAccounts } from '../accounts/queries.ts';
import { createCalendarFiles } from '../activities/calendar/service.ts';
import { publicStatuses } from '../activities/policy.ts';
import { nextCheckAt, waitsForUndo } from '../activities/rules.ts';
import type { StoredNotification } from '../notifications/repository.ts';
import { ownPreferences } from '../notifications/service.ts';
import { fallbackEmail } from './mails.ts';
import type { PushKeys, SubscriptionRow } from './repository.ts';
import {
  type DuePush,
  deleteSubscription,
  findReminded,
  hasDue,
  hiddenAmong,
  insertPushes,
  isReachable,
  lockDue,
  lockReminders,
  PUSHES,
  updatePush,
  updateSubscription,
} from './repository.ts';
import {
  ACCOUNT_ATTEMPTS,
  ATTEMPTS_MAX,
  areValidKeys,
  DEVICE_ATTEMPTS,
  dueAfter,
  FAILING_ATTEMPTS,
  HOST_ATTEMPTS,
  isLost,
  type Pushed,
  payloadOf,
  retryAt,
  topicOf,
} from './rules.ts';
import { pushKeysOf } from './subscription-service.ts';

/** Subscriber of `notificationStored`: queues a push to each device of the account. A push is not sent if a screen shows it first. */
export async function queuePushes(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  stored: readonly StoredNotification[],
): Promise<void> {
  await insertPushes(tx, stored, dueAfter(clock()));
}

/** Sends due pushes. Executes a single query if there are none. The browser deduplicates pushes by the notification's id. */
export async function pollPushes(platform: Platform, signal?: AbortSignal): Promise<void> {
  if (!(await hasDue(platform.db, platform.clock()))) return;
  const sender = { keys: await pushKeysOf(platform), contact: contactOf(platform) };
  await makeAttempts<DuePush, DuePush, PushOutcome>(
    platform,
    {
      task: PUSHES,
      keyOf: ({ push }) => keyOf(push),
      sharesOf,
      take: (tx, turn) => take(platform, tx, turn),
      send: ({ subscription, notification, push }) =>
        sendPush(
          subscription,
          {
            payload: fillJson(payloadOf(notification), platform.site.current()),
            topic: topicOf(notification, push),
          },
          sender,
        ),
      fault: 'failed',
      store: (tx, due, outcome) => storeOutcome(platform, tx, due, outcome),
    },
    signal,
  );
}

const keyOf = ({ notificationId, subscriptionId }: DuePush['push']) => `${notificationId} ${subscriptionId}`;

const sharesOf = ({ subscription, host }: DuePush): Share[] => [
  { name: `device ${subscription.id}`, max: DEVICE_ATTEMPTS },
  { name: `account ${subscription.userId}`, max: ACCOUNT_ATTEMPTS },
  { name: `host ${host}`, max: HOST_ATTEMPTS },
  ...(subscription.failingSince === null ? [] : [{ name: 'failing ', max: FAILING_ATTEMPTS }]),
];

/**
 * Takes due pushes for an attempt. Marks pushes that a screen has already shown as delivered, and postpones or fails pushes about
 * hidden activities.
 */
async function take(
  { clock, settings }: Platform,
  tx: Transaction,
  turn: Turn<DuePush>,
): Promise<{ taken: DuePush[]; found: number }> {
  const now = clock();
  const full = {
    subscriptions: turn.full('device '),
    accounts: turn.full('account '),
    hosts: turn.full('host '),
    failing: turn.full('failing ').length > 0,
  };
  const lockAfter = (after: string | null) => lockDue(tx, now, { limit: turn.limit, after, full });
  const fromCursor = await lockAfter(turn.cursor);
  const due = fromCursor.length === 0 && turn.cursor !== null ? await lockAfter(null) : fromCursor;
  turn.taking(due.map(({ push }) => keyOf(push)));
  turn.cursor = cursorAfter(
    due.map(({ subscription }) => subscription.id),
    turn.limit,
  );
  const hidden = await hiddenAmong(
    tx,
    publicStatuses(settings.moderation),
    due.map(({ notification }) => notification.id),
  );
  const taken: DuePush[] = [];
  let found = 0;
  for (const one of due) {
    const { deliveredAt, readAt } = one.notification;
    const isShown = deliveredAt !== null || readAt !== null;
    if (!isShown && !turn.admits(one)) continue;
    found += 1;
    if (!isShown && hidden.has(one.notification.id)) {
      const waits = waitsForUndo(one.notification.createdAt, now);
      await updatePush(tx, one.push, waits ? { dueAt: nextCheckAt(now) } : { state: 'failed' });
      continue;
    }
    if (isShown) {
      await updatePush(tx, one.push, { state: 'delivered' });
      continue;
    }
    const attempts = one.push.attempts + 1;
    await updatePush(tx, one.push, { attempts, dueAt: retryAt(now, attempts) });
    taken.push({ ...one, push: { ...one.push, attempts } });
  }
  return { taken, found };
}

/** Locks the account, the notifications, the device and the push, in the order in which deletions cascade. */
async function storeOutcome(
  platform: Platform,
  tx: Transaction,
  { push, subscription }: DuePush,
  outcome: PushOutcome,
): Promise<void> {
  const now = platform.clock();
  const [account] = await lockAccounts(tx, [subscription.userId], 'key share');
  if (account === undefined) return;
  if (outcome === 'delivered') {
    await updateSubscription(tx, subscription.id, { lastDeliveredAt: now, failingSince: null });
    await updatePush(tx, push, { state: 'delivered' });
    return;
  }
  const isLast = push.attempts >= ATTEMPTS_MAX;
  const failingSince = subscription.failingSince ?? now;
  const isRemoved = outcome === 'gone' || (isLast && outcome === 'rejected') || isLost(failingSince, now);
  if (!isRemoved && !isLast) {
    if (subscription.failingSince === null) await updateSubscription(tx, subscription.id, { failingSince });
    return;
  }
  // Deleting a subscription also deletes its pushes.
  const reminders = await lockReminders(tx, push, { ofAll: isRemoved });
  if (isRemoved) await deleteSubscription(tx, account.id, { id: subscription.id });
  else await updatePush(tx, push, { state: 'failed' });
  if (!account.isActive) return;
  for (const reminder of reminders) await mailReminder(platform, tx, reminder, account);
}

/** E-mails a reminder that no device has received, even if the account disabled e-mails for reminders (docs/rules.md R17.5). */
async function mailReminder(
  platform: Platform,
  tx: Transaction,
  { id, message, taskId }: Pushed,
  account: { readonly id: string; readonly email: string; readonly username: string },
): Promise<void> {
  if (await isReachable(tx, id)) return;
  // An account with e-mails enabled has already received the reminder by e-mail.
  if ((await ownPreferences({ db: tx }, account.id)).reminder.email) return;
  const activity = taskId === null ? null : await findReminded(tx, account, taskId);
  const about = activity === null ? [] : [{ activityId: activity.id, isConfirmed: activity.seesLocation }];
  const filesOf = await createCalendarFiles(
    tx,
    about.map(({ activityId }) => activityId),
    platform,
  );
  const reminder = { message, activity, calendar: filesOf(about) };
  const email = await fallbackEmail(account, reminder, platform);
  await platform.mailer.send(tx, email, {
    id,
    accountId: account.id,
    activityId: taskId,
    kind: 'fallbackEmail',
    cause: 'site',
  });
}

const contactOf = ({ settings, publicUrl }: Platform): string =>
  `mailto:${settings.contactEmail ?? `minga@${new URL(publicUrl).hostname}`}`;

/** The push service drops a push that it could not deliver within this time. The bell still contains the notification. */
const TTL_SECONDS = 24 * 60 * 60;
const TIMEOUT_MS = 10_000;

/**
 * `gone`: the browser has ended the subscription, or its keys are invalid. `rejected`: a retry is unlikely to succeed. `failed`:
 * the error is temporary.
 */
type PushOutcome = 'delivered' | 'gone' | 'rejected' | 'failed';

interface Sender {
  readonly keys: PushKeys;
  /** The contact address for push services, as 'mailto:…'. */
  readonly contact: string;
}

/**
 * Encrypts a payload for a browser (RFC 8291), signs the request (RFC 8292) and sends it to the push service. Follows no
 * redirects. A later push with the same topic replaces one that is not delivered yet.
 */
async function sendPush(
  { endpoint, p256dh, auth }: Pick<SubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>,
  { payload, topic }: { readonly payload: string; readonly topic: string | null },
  { keys, contact }: Sender,
): Promise<PushOutcome> {
  if (!areValidKeys({ p256dh, auth })) return 'gone';
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    payload,
    {
      TTL: TTL_SECONDS,
      ...(topic !== null && { topic }),
      contentEncoding: 'aes128gcm',
      vapidDetails: { subject: contact, ...keys },
    },
  );
  try {
    const response = await fetch(endpoint, {
      method,
      headers: headers as Record<string, string>,
      body: body === null ? null : new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return 'delivered';
    return outcomeOf(response.status);
  } catch {
    return 'failed';
  }
}

/** Statuses that are not caused by the subscription: timeouts, rate limits and a payload that is too large. */
const TEMPORARY = new Set([408, 413, 425, 429]);

function outcomeOf(status: number): PushOutcome {
  if (status === 404 || status === 410) return 'gone';
  return status >= 400 && status < 500 && !TEMPORARY.has(status) ? 'rejected' : 'failed';
}
