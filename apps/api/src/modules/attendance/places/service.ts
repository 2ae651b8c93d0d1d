import { phaseOf } from '@minga/contract/activity-phase';
import type { Transaction } from '../../../platform/database/connection.ts';
import { forbidden, NOT_ALLOWED, notFound } from '../../../platform/errors.ts';
import { type Batch, processBatches } from '../../../platform/jobs/polling.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isAllowed } from '../../activities/access-service.ts';
import { cancelledAttendanceFile, createCalendarFiles } from '../../activities/calendar/service.ts';
import type { ActivityChanged } from '../../activities/events.ts';
import { isPublic, publicStatuses } from '../../activities/policy.ts';
import { visibleActivity } from '../../activities/service.ts';
import { withdrawDetached } from '../detached-repository.ts';
import type { AttendanceCancelled } from '../events.ts';
import { createPersonalLinks } from '../links/service.ts';
import { cancelledEmail } from '../mails.ts';
import { type AttendanceSelector, type Caller, canLearnAbsence, type Right, rightsOf } from '../policy.ts';
import {
  type AttendanceRow,
  type AttendedActivity,
  deleteAttendance,
  findAttendance,
  findByRight,
  lockAttended,
  lockAttendedAmong,
  publishAttendanceUpdate,
} from '../repository.ts';
import { offerExpiry, partiesThatFit, sizeOf } from '../rules.ts';
import { missedEmail, stateEmail } from './mails.ts';
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
} from './repository.ts';

/**
 * The maximum number of parties that get an offer or lose theirs in one transaction. The next transaction processes the others
 * within seconds.
 */
const BATCH_SIZE = 200;
/** The batch of a request, whose transaction fails as a whole. */
const WHOLE: Batch = { limit: BATCH_SIZE, taking: () => undefined };

/**
 * Offers the free places of a locked activity to the parties that have waited longest (docs/rules.md R10.4), unless it has started
 * or is hidden. Returns true if there may be more parties to offer places to.
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
    personalUrl: links.get(id) ?? null,
    addedBy: null,
    filesOf,
    cause: 'site' as const,
  });
  const emails = await Promise.all(
    offered
      .filter(({ email, addition }) => email !== null && addition !== 'untold')
      .map(row => stateEmail({ row, position: null, claims: [] }, activity, sent(row.id), platform)),
  );
  await mailer.sendAll(tx, emails);
  await publishAttendanceUpdate(tx, [activity]);
  await events.publish(tx, 'placeOffered', await withAccounts(tx, offered, activity));
  return parties.length === limit;
}

/**
 * The parties that get the free places, at most `limit`. The first party of each query fits, which limits the number of queries.
 */
async function nextParties(
  tx: Transaction,
  activityId: string,
  { now, free, limit }: { now: Date; free: number; limit: number },
): Promise<AttendanceRow[]> {
  const parties: AttendanceRow[] = [];
  let after = 0;
  for (let left = free; left >= 1 && parties.length < limit; ) {
    const waiting = await listWaiting(tx, activityId, {
      after,
      size: left,
      limit: limit - parties.length,
      now,
    });
    const last = waiting.at(-1)?.queueNumber;
    if (last == null) break;
    const next = partiesThatFit(waiting, left);
    parties.push(...next);
    left -= next.reduce((people, party) => people + sizeOf(party), 0);
    after = last;
  }
  return parties;
}

/** Adds to each attendance the account to notify in the site, or null if the attendee is a visitor. */
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

/** Ends expired offers and offers free places. Runs one query if there are none. Several processes may run it concurrently. */
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

/**
 * Deletes the parties whose offer has expired, and notifies them how to join the waiting list again. Returns true if there may be
 * more.
 */
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
  const calendar = await cancelledAttendanceFile(tx, activity, platform);
  const emails = await Promise.all(
    expired.flatMap(({ name, email, userId }) => {
      if (email === null) return [];
      const to = { name: name ?? '', email, isProved: userId !== null };
      return [missedEmail(to, activity, { canQueue, calendar }, platform)];
    }),
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

/** Subscriber of `activityChanged`: offers the places that a larger capacity adds, and shortens offers to the new start. */
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

export const UNKNOWN_ATTENDANCE = 'Asistencia no encontrada';

/**
 * Cancels an attendance, even in a past or rejected activity, if `rightsOf` grants a right. A caller without a right gets the same
 * error whether the attendance exists or not (docs/rules.md R4.5).
 */
export async function cancelAttendance(
  platform: Platform,
  taskId: string,
  selector: AttendanceSelector,
  caller: Caller,
): Promise<AttendanceRow> {
  const viewerId = caller.session?.user.id ?? null;
  const { row, canLearn } = await deleteFirstCovered(platform, taskId, selector, caller);
  if (row !== null) return row;
  await visibleActivity(platform, taskId, viewerId);
  throw canLearn ? notFound(UNKNOWN_ATTENDANCE) : forbidden(NOT_ALLOWED);
}

function deleteFirstCovered(
  platform: Platform,
  activityId: string,
  selector: AttendanceSelector,
  caller: Caller,
): Promise<{ row: AttendanceRow | null; canLearn: boolean }> {
  return platform.db.transaction(async tx => {
    // Like confirmations, the transaction locks the activity before the attendance, so that the two cannot deadlock.
    const activity = await lockAttended(tx, activityId);
    if (activity === null) return { row: null, canLearn: false };
    const actorId = caller.session?.user.id ?? null;
    const rights = rightsOf(selector, caller, await isAllowed(tx, actorId, activity, 'manage'));
    for (const right of rights) {
      const found = await findByRight(tx, activityId, right);
      const row = found && (await deleteAttendance(tx, found.row.id));
      if (row === null) continue;
      const by = right.by === 'organiser' ? 'organiser' : 'attendee';
      await publishCancellations(platform, tx, activity, [{ activity, attendance: row, actorId, by }]);
      if (by === 'attendee') await mailCancelled(platform, tx, activity, row, right);
      return { row, canLearn: true };
    }
    return { row: null, canLearn: canLearnAbsence(rights) };
  });
}

/** Confirms a cancellation to an attendee who had a place, with the file that removes the activity from the calendar. */
async function mailCancelled(
  platform: Platform,
  tx: Transaction,
  activity: AttendedActivity,
  { name, email, status }: AttendanceRow,
  right: Right,
): Promise<void> {
  const { clock, settings, mailer } = platform;
  // The e-mail about the rejection of an activity has already removed it from calendars.
  const isShown = isPublic(activity.status, settings.moderation) && phaseOf(activity, clock()) !== 'past';
  if (!isShown || name === null || email === null || status !== 'confirmed') return;
  const isProved = right.by === 'account';
  const calendar = await cancelledAttendanceFile(tx, activity, platform);
  await mailer.sendAll(tx, [
    {
      email: await cancelledEmail({ name, email }, activity, { isProved, calendar }, platform),
      kind: 'cancelledEmail',
      cause: isProved ? 'recipient' : 'visitor',
      activityId: activity.id,
    },
  ]);
}

/** Removes any attendance for a caller whose permission was checked. Rejects with 404 if it does not exist. */
export async function withdrawAttendance(
  platform: Platform,
  tx: Transaction,
  id: string,
  cause: Pick<AttendanceCancelled, 'actorId' | 'by'>,
): Promise<void> {
  const found = await findAttendance(tx, id);
  const activity = found && (await lockAttended(tx, found.activityId));
  const deletedRow = activity && (await deleteAttendance(tx, id));
  if (!deletedRow) throw notFound(UNKNOWN_ATTENDANCE);
  await publishCancellations(platform, tx, activity, [{ activity, attendance: deletedRow, ...cause }]);
}

/**
 * Publishes the cancellations of attendances of one locked activity, withdraws their hours, and offers the free places to waiting
 * parties.
 */
export async function publishCancellations(
  platform: Platform,
  tx: Transaction,
  activity: AttendedActivity,
  cancellations: readonly AttendanceCancelled[],
): Promise<void> {
  const helped = cancellations.filter(({ attendance }) => attendance.hours !== null);
  // Hours require a place on the list: they are withdrawn with it.
  for (const [by, parties] of Map.groupBy(helped, one => one.by)) {
    const ids = parties.map(({ attendance }) => attendance.id);
    const because = by === 'attendee' ? 'cancelled' : 'removed';
    await withdrawDetached(tx, { ids }, platform.clock(), because);
  }
  await publishAttendanceUpdate(tx, [activity]);
  await platform.events.publish(tx, 'attendanceCancelled', cancellations);
  await offerPlaces(platform, tx, activity);
}
