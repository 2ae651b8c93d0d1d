import type { Transaction } from '../../../platform/database/connection.ts';
import { type Batch, processBatches } from '../../../platform/jobs/polling.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createCalendarFiles } from '../../activities/calendar/service.ts';
import type { ActivityChanged } from '../../activities/events.ts';
import { isPublic, publicStatuses } from '../../activities/policy.ts';
import { setAskedAgain } from '../../activities/queries.ts';
import { notConfirmed, startedProblem } from '../errors.ts';
import { createPersonalLinks } from '../links/service.ts';
import type { AttendanceSelector, Caller } from '../policy.ts';
import { lockAttended, publishAttendanceUpdate } from '../repository.ts';
import { isAskingTime, latestAskedDate, latestAskedPlacing } from '../rules.ts';
import { reconfirmEmail } from './mails.ts';
import { type Answered, currentAttendance, lockOwnParty } from './party-service.ts';
import {
  claimUnasked,
  clearAsked,
  hasUnasked,
  listToAsk,
  RECONFIRMATIONS,
  updateParty,
} from './repository.ts';
import { cancelAttendance, withAccounts } from './service.ts';

/** The maximum number of activities, and of parties of each, in one poll. The next poll processes the others within seconds. */
const BATCH_SIZE = 200;

/**
 * Stores a party's answer to the request to reconfirm, which it may give before the request (docs/rules.md R17.2). A party that
 * does not come is cancelled, and the result is the deleted attendance.
 */
export async function reconfirm(
  platform: Platform,
  taskId: string,
  { coming, ...selector }: AttendanceSelector & { readonly coming: boolean },
  caller: Caller,
): Promise<Answered> {
  if (!coming) {
    const row = await cancelAttendance(platform, taskId, selector, caller);
    return { row, position: null, claims: [], by: null, isDeleted: true };
  }
  return platform.db.transaction(async tx => {
    const { activity, row, by } = await lockOwnParty(platform, tx, taskId, selector, caller);
    if (row.status !== 'confirmed') throw notConfirmed();
    const now = platform.clock();
    const started = startedProblem(activity, now);
    if (started !== null) throw started;
    if (row.reconfirmedAt === null) {
      await updateParty(tx, row.id, { reconfirmedAt: now });
      await publishAttendanceUpdate(tx, [activity]);
    }
    return { ...(await currentAttendance(tx, row.id)), by, isDeleted: false };
  });
}

/**
 * Asks the parties of activities that start tomorrow to reconfirm. Runs one query if there are none. Several processes may run it
 * concurrently.
 */
export async function pollReconfirmations(platform: Platform, signal?: AbortSignal): Promise<void> {
  const { db, clock, settings } = platform;
  const now = clock();
  const period = { after: now, until: latestAskedDate(now) };
  for (const { id, date } of await listToAsk(db, publicStatuses(settings.moderation), period, BATCH_SIZE)) {
    if (!isAskingTime(date, now, settings.timeZone)) return;
    await processBatches(
      platform,
      { task: RECONFIRMATIONS, size: BATCH_SIZE, within: id },
      (tx, batch) => askParties(platform, tx, id, batch),
      signal,
    );
  }
}

/** Asks a batch of parties of an activity to reconfirm. Returns true if there may be others. */
async function askParties(
  platform: Platform,
  tx: Transaction,
  activityId: string,
  { limit, taking }: Batch,
): Promise<boolean> {
  const { clock, settings, mailer, events } = platform;
  const now = clock();
  const activity = await lockAttended(tx, activityId);
  // The activity may have been moved, hidden or deleted since it was listed.
  if (activity === null || !isPublic(activity.status, settings.moderation)) return false;
  if (!isAskingTime(activity.date, now, settings.timeZone)) return false;
  const asked = await claimUnasked(tx, activity, { placedBefore: latestAskedPlacing(now), now }, limit);
  if (asked.length < limit && !(await hasUnasked(tx, activity, latestAskedPlacing(now))))
    await setAskedAgain(tx, [activityId], now);
  if (asked.length === 0) return false;
  taking(asked.map(({ id }) => id));
  const reachable = asked.flatMap(({ email, name, ...row }) =>
    // A person who was not told of the addition knows of nothing to reconfirm.
    email === null || row.addition === 'untold' ? [] : { ...row, email, name: name ?? '' },
  );
  const visitors = reachable.filter(({ userId }) => userId === null);
  const links = await createPersonalLinks(platform, tx, visitors);
  const filesOf = await createCalendarFiles(tx, [activityId], platform);
  const calendar = filesOf([{ activityId, isConfirmed: true }]);
  const emails = await Promise.all(
    reachable.map(row => {
      const personalUrl = links.get(row.id) ?? null;
      return reconfirmEmail(row, activity, { personalUrl, calendar }, platform);
    }),
  );
  await mailer.sendAll(
    tx,
    emails.map(email => ({
      email,
      kind: 'reconfirmEmail',
      cause: { accountId: activity.ownerId },
      activityId,
    })),
  );
  await publishAttendanceUpdate(tx, [activity]);
  await events.publish(tx, 'attendeeAsked', await withAccounts(tx, asked, activity));
  return asked.length === limit;
}

/** Subscriber of `activityChanged`: clears requests and answers if the date has changed, so that all parties are asked again. */
export async function resetReconfirmations(
  tx: Transaction,
  changes: readonly ActivityChanged[],
): Promise<void> {
  const moved = changes.filter(({ before, after }) => before.date.getTime() !== after.date.getTime());
  if (moved.length > 0)
    await clearAsked(
      tx,
      moved.map(({ activityId }) => activityId),
    );
}
