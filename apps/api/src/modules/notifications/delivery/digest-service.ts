import type { Transaction } from '../../../platform/database/connection.ts';
import { processEach } from '../../../platform/jobs/polling.ts';
import type { Email } from '../../../platform/mail/email.ts';
import type { Platform } from '../../../platform/platform.ts';
import { countAttendees } from '../../attendance/own/service.ts';
import { listOwned } from '../repository.ts';
import { digestAllowedBefore, netAttendanceChanges } from '../rules.ts';

import { type Addressee, digestEmail, gatheredEmail } from './mails.ts';
import {
  countWaiting,
  DIGESTS,
  type Digest,
  digestsDue,
  isDigestAllowed,
  lockDigested,
  setDigestSent,
  takeAttendanceChanges,
  takeDigestItems,
} from './repository.ts';
import { notify } from './service.ts';

const BATCH_SIZE = 200;

/**
 * Sends the e-mails that gather an account's notifications: the first immediately, then at most one an hour of each type. One
 * transaction deletes the gathered items and stores the e-mail, so that concurrent or killed processes send each item once.
 */
export async function sendDigests(platform: Platform, signal?: AbortSignal): Promise<void> {
  const now = platform.clock();
  const due = await digestsDue(platform.db, digestAllowedBefore(now), now, BATCH_SIZE);
  await processEach(
    platform,
    DIGESTS,
    due.map(digest => [`${digest.userId} ${digest.type}`, digest]),
    (tx, digest) => sendDigest(platform, tx, digest, now),
    signal,
  );
}

async function sendDigest(platform: Platform, tx: Transaction, digest: Digest, now: Date): Promise<void> {
  const account = await lockDigested(tx, digest.userId);
  // Another process may have sent the digest, or holds the lock.
  if (account === null || !(await isDigestAllowed(tx, digest, digestAllowedBefore(now), now))) return;
  const compose = await (digest.type === 'attendance' ? attendanceDigest : gatheredDigest)(
    platform,
    tx,
    digest,
  );
  if (compose === null || !account.isActive) return;
  await setDigestSent(tx, digest, now);
  await notify(platform, tx, [
    {
      type: digest.type,
      userId: account.id,
      email: account.email,
      taskId: null,
      title: '',
      text: '',
      composeEmail: url => compose(account, url),
      mail: { kind: digest.type === 'attendance' ? 'digestEmail' : 'gatheredEmail', cause: 'site' },
      // The bell already has a notification for each item.
      isLive: false,
    },
  ]);
}

/** Composes the e-mail; null if there is nothing to send. */
type Compose = ((account: Addressee, unsubscribeUrl: string) => Promise<Email>) | null;

async function gatheredDigest(platform: Platform, tx: Transaction, digest: Digest): Promise<Compose> {
  const [first, ...others] = await takeDigestItems(tx, digest);
  if (first === undefined) return null;
  return (account, url) => gatheredEmail(account, [first, ...others], url, platform);
}

async function attendanceDigest(platform: Platform, tx: Transaction, { userId }: Digest): Promise<Compose> {
  const taken = await takeAttendanceChanges(tx, userId);
  const entries = Map.groupBy(
    netAttendanceChanges(taken.filter(({ isWaiting }) => !isWaiting)),
    ({ activityId }) => activityId,
  );
  const waiting = await countWaiting(tx, [...new Set(taken.map(({ activityId }) => activityId))]);
  // Skips waiting lists that are empty again.
  const formed = taken
    .filter(({ isWaiting, activityId }) => isWaiting && waiting.has(activityId))
    .map(({ activityId }) => activityId);
  const ids = [...new Set([...entries.keys(), ...formed])];
  const counts = await countAttendees(tx, ids);
  const [first, ...others] = (await listOwned(tx, ids)).map(({ activity }) => ({
    activity,
    entries: entries.get(activity.id) ?? [],
    attendeeCount: counts.get(activity.id) ?? 0,
    waitingCount: waiting.get(activity.id) ?? 0,
  }));
  if (first === undefined) return null;
  return (account, url) => digestEmail(account, [first, ...others], url, platform);
}
