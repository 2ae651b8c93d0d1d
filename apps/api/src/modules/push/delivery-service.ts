import type { Transaction } from '../../platform/database/connection.ts';
import { makeAttempts } from '../../platform/jobs/attempts.ts';
import type { Platform } from '../../platform/platform.ts';
import type { StoredNotification } from '../notifications/repository.ts';
import { ownPreferences } from '../notifications/service.ts';
import { fallbackEmail } from './mails.tsx';
import {
  type Account,
  type DuePush,
  deleteSubscription,
  hasDue,
  insertPushes,
  isReachable,
  lockAccount,
  lockDue,
  lockNotification,
  setDelivered,
  updatePush,
} from './repository.ts';
import { ATTEMPTS_MAX, dueAfter, payloadOf, retryAt, topicOf } from './rules.ts';
import { type PushOutcome, sendPush } from './sender.ts';
import { pushKeysOf } from './subscription-service.ts';

const BATCH_SIZE = 20;

/** Subscriber of `notificationStored`: to be pushed to the devices of the account, unless a screen shows it first. */
export async function queuePushes(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  stored: readonly StoredNotification[],
): Promise<void> {
  await insertPushes(tx, stored, dueAfter(clock()));
}

/** Sends due pushes; one query if there are none. The browser shows a push that comes twice once, by the notification's id. */
export async function pollPushes(platform: Platform, signal?: AbortSignal): Promise<void> {
  if (!(await hasDue(platform.db, platform.clock()))) return;
  const sender = { keys: await pushKeysOf(platform), contact: contactOf(platform) };
  await makeAttempts(
    platform.db,
    {
      take: tx => takeBatch(platform, tx),
      send: ({ subscription, notification, push }: DuePush) =>
        sendPush(
          subscription,
          { payload: payloadOf(notification), topic: topicOf(notification, push) },
          sender,
        ),
      store: (tx, due, outcome) => storeOutcome(platform, tx, due, outcome),
    },
    signal,
  );
}

/** Takes due pushes for an attempt. Those that a screen has shown need none. */
async function takeBatch({ clock }: Platform, tx: Transaction): Promise<{ taken: DuePush[]; found: number }> {
  const now = clock();
  const due = await lockDue(tx, now, BATCH_SIZE);
  const taken: DuePush[] = [];
  for (const one of due) {
    const { deliveredAt, readAt } = one.notification;
    if (deliveredAt !== null || readAt !== null) {
      await updatePush(tx, one.push, { state: 'delivered' });
      continue;
    }
    const attempts = one.push.attempts + 1;
    await updatePush(tx, one.push, { attempts, dueAt: retryAt(now, attempts) });
    taken.push({ ...one, push: { ...one.push, attempts } });
  }
  return { taken, found: due.length };
}

/** Locks the account, the notification, the device and the push, in the order in which deletions cascade. */
async function storeOutcome(
  platform: Platform,
  tx: Transaction,
  { push, subscription, notification }: DuePush,
  outcome: PushOutcome,
): Promise<void> {
  const account = await lockAccount(tx, subscription.userId);
  if (account === null) return;
  if (outcome === 'delivered') {
    await setDelivered(tx, subscription.id, platform.clock());
    await updatePush(tx, push, { state: 'delivered' });
    return;
  }
  if (outcome === 'failed' && push.attempts < ATTEMPTS_MAX) return;
  const exists = await lockNotification(tx, notification.id);
  if (outcome === 'gone') await deleteSubscription(tx, account.id, { id: subscription.id });
  else await updatePush(tx, push, { state: 'failed' });
  if (exists && notification.type === 'reminder' && account.isActive)
    await mailReminder(platform, tx, notification, account);
}

/** A reminder that no device has got goes by e-mail, also where the account chose none (COMMUNITY.md section 17). */
async function mailReminder(
  platform: Platform,
  tx: Transaction,
  { id, title, message, taskId }: DuePush['notification'],
  account: Account,
): Promise<void> {
  if (await isReachable(tx, id)) return;
  // Otherwise it was sent with the reminder.
  if ((await ownPreferences({ db: tx }, account.id)).reminder.email) return;
  const email = await fallbackEmail(account, { title, message, taskId }, platform);
  await platform.mailer.send(tx, email, { id, accountId: account.id });
}

const contactOf = ({ settings, publicUrl }: Platform): string =>
  `mailto:${settings.contactEmail ?? `minga@${new URL(publicUrl).hostname}`}`;
