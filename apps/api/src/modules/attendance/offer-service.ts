import type { Transaction } from '../../platform/database/connection.ts';
import { type Batch, processBatches } from '../../platform/jobs/due-work.ts';
import type { Platform } from '../../platform/platform.ts';
import { createCalendarFiles, endedFile } from '../activities/calendar-service.ts';
import type { ActivityChanged } from '../activities/events.ts';
import { isPublic, publicStatuses } from '../activities/policy.ts';
import { createPersonalLinks } from './link-service.ts';
import { publishAttendanceUpdate } from './live-repository.ts';
import { missedEmail } from './places-mails.tsx';
import {
  accountsByEmail,
  activitiesWithDueOffers,
  countFree,
  deleteExpired,
  listAwaited,
  listWaiting,
  OFFERS,
  setOffered,
  shortenOffers,
} from './places-repository.ts';
import { fitting, offerExpiry, sizeOf } from './places-rules.ts';
import { type AttendanceRow, type AttendedActivity, lockAttended, lockAttendedAmong } from './repository.ts';
import { stateEmail } from './state-email.ts';

/** As many parties are offered a place, or lose theirs, in one transaction; the others follow within seconds. */
const BATCH_SIZE = 200;
/** Of a request, whose transaction fails as a whole. */
const WHOLE: Batch = { limit: BATCH_SIZE, taking: () => undefined };

/**
 * Offers the free places of a locked activity to the parties that have waited longest (COMMUNITY.md section 10): none once it has begun
 * or while it is hidden. True: there may be more.
 */
export async function offerPlaces(
  platform: Platform,
  tx: Transaction,
  activity: AttendedActivity,
  { limit, taking } = WHOLE,
): Promise<boolean> {
  const { clock, settings, mailer, events } = platform;
  const now = clock();
  const { id, date } = activity;
  if (date <= now || !isPublic(activity.status, settings.moderation)) return false;
  const parties = await nextParties(tx, id, { now, free: await countFree(tx, activity), limit });
  if (parties.length === 0) return false;
  taking(parties.map(party => party.id));
  const timed = { now, date, timeZone: settings.timeZone };
  const offered = await setOffered(
    tx,
    parties.map(party => party.id),
    {
      reachable: offerExpiry({ ...timed, isReachable: true }),
      unreachable: offerExpiry({ ...timed, isReachable: false }),
    },
  );
  const visitors = offered.flatMap(({ id, userId, email }) =>
    userId === null && email !== null ? { id, email } : [],
  );
  const links = await createPersonalLinks(platform, tx, visitors);
  const filesOf = await createCalendarFiles(tx, [activity.id], platform);
  const sent = (id: string) => ({
    ...{ personalUrl: links.get(id) ?? null, addedBy: null, filesOf },
    cause: 'site' as const,
  });
  const emails = await Promise.all(
    offered
      .filter(({ email }) => email !== null)
      .map(row => stateEmail({ row, position: null, claims: [] }, activity, sent(row.id), platform)),
  );
  await mailer.sendAll(tx, emails);
  await publishAttendanceUpdate(tx, [activity]);
  await events.publish(tx, 'placeOffered', await withAccounts(tx, offered, activity));
  return parties.length === limit;
}

/** The parties that get the free places, `limit` at most. The first of each query fits, so that there are few of them. */
async function nextParties(
  tx: Transaction,
  activityId: string,
  { now, free, limit }: { now: Date; free: number; limit: number },
): Promise<AttendanceRow[]> {
  const parties: AttendanceRow[] = [];
  let after = 0;
  for (let left = free; left >= 1 && parties.length < limit; ) {
    const waiting = await listWaiting(tx, activityId, {
      ...{ after, size: left, limit: limit - parties.length, now },
    });
    const last = waiting.at(-1)?.queueNumber;
    if (last == null) break;
    const next = fitting(waiting, left);
    parties.push(...next);
    left -= next.reduce((people, party) => people + sizeOf(party), 0);
    after = last;
  }
  return parties;
}

/** Each with the account of its address, which is told in its bell; null: a visitor. */
export async function withAccounts(
  tx: Transaction,
  rows: readonly AttendanceRow[],
  activity: AttendedActivity,
) {
  const accounts = await accountsByEmail(
    tx,
    rows.flatMap(({ email }) => email ?? []),
  );
  return rows.map(attendance => ({
    attendance,
    activity,
    userId: attendance.userId ?? accounts.get(attendance.email ?? '') ?? null,
  }));
}

/** Ends offers that have expired and offers free places; one query if there are none. Any number of processes may run it. */
export async function pollOffers(platform: Platform, signal?: AbortSignal): Promise<void> {
  const { db, clock, settings } = platform;
  const due = await activitiesWithDueOffers(db, publicStatuses(settings.moderation), clock(), BATCH_SIZE);
  for (const activityId of due)
    await processBatches(
      platform,
      { task: OFFERS, size: BATCH_SIZE, within: activityId },
      async (tx, batch) => {
        const activity = await lockAttended(tx, activityId);
        if (activity === null) return false;
        const hasExpired = await endExpiredOffers(platform, tx, activity, batch);
        return (await offerPlaces(platform, tx, activity, batch)) || hasExpired;
      },
      signal,
    );
}

/** The parties that let an offer expire leave the list, and are told how to queue again. True: there may be more. */
async function endExpiredOffers(
  platform: Platform,
  tx: Transaction,
  activity: AttendedActivity,
  { limit, taking }: Batch,
): Promise<boolean> {
  const { clock, mailer, events } = platform;
  const now = clock();
  const expired = await deleteExpired(tx, activity.id, now, limit);
  if (expired.length === 0) return false;
  taking(expired.map(({ id }) => id));
  const canQueue = activity.date > now;
  const calendar = await endedFile(tx, activity, platform);
  const emails = await Promise.all(
    expired.flatMap(({ name, email }) =>
      email === null
        ? []
        : [missedEmail({ name: name ?? '', email }, activity, { canQueue, calendar }, platform)],
    ),
  );
  await mailer.sendAll(
    tx,
    emails.map(email => ({ email, kind: 'missedEmail', cause: 'site', activityId: activity.id })),
  );
  await publishAttendanceUpdate(tx, [activity]);
  await events.publish(
    tx,
    'attendanceCancelled',
    expired.map(attendance => ({ attendance, activity, actorId: null, by: 'expiry' as const })),
  );
  await events.publish(tx, 'placeLost', await withAccounts(tx, expired, activity));
  return expired.length === limit;
}

/** Subscriber of `activityChanged`: offers places that a larger capacity frees, and no place for longer than until the new date. */
export async function adjustOffers(
  platform: Platform,
  tx: Transaction,
  changes: readonly ActivityChanged[],
): Promise<void> {
  const ids = changes.map(({ activityId }) => activityId);
  await shortenOffers(tx, ids);
  const awaited = await lockAttendedAmong(tx, await listAwaited(tx, ids));
  for (const activity of awaited) await offerPlaces(platform, tx, activity);
}
