import { v5 } from 'uuid';
import type { Transaction } from '../../platform/database/connection.ts';
import { type BatchStep, processBatches } from '../../platform/jobs/due-work.ts';
import { longDate } from '../../platform/local-time.ts';
import type { Platform } from '../../platform/platform.ts';
import { createCalendarFiles } from '../activities/calendar/service.ts';
import { publicStatuses } from '../activities/policy.ts';
import { arrivalMail, createPersonalLinks } from '../attendance/links/service.ts';
import {
  type Claimed,
  claimDue,
  countDue,
  type DueFilter,
  dropPast,
  type Facts,
  findFacts,
  hasDue,
  lockUnplanned,
  REMINDERS,
  recipientKinds,
  setDue,
} from './due-repository.ts';
import type { ReminderDue } from './events.ts';
import { type Enclosed, reminderEmail } from './mails.ts';
import { findCoded } from './repository.ts';
import { droppedBefore, dueMoment } from './rules.ts';

const PLAN_BATCH_SIZE = 200;
const SEND_BATCH_SIZE = 50;
/** The UUID v5 namespace of the e-mails' ids. It must never change. */
const EMAIL_NAMESPACE = '4f0f0c5e-7f0e-5d3a-9a55-0d6b1c6f2a10';

const dueFilterOf = ({ clock, settings }: Platform): DueFilter => ({
  now: clock(),
  statuses: publicStatuses(settings.moderation),
});

/** Returns true if a reminder needs planning or is due. */
export const isAnyDue = (platform: Platform): Promise<boolean> => hasDue(platform.db, dueFilterOf(platform));

/** Sets the due time of new reminders and of reminders whose activity has moved. */
export async function planReminders(platform: Platform, signal?: AbortSignal): Promise<void> {
  const { clock, settings } = platform;
  const plan: BatchStep = async (tx, { limit, taking }) => {
    const unplanned = await lockUnplanned(tx, clock(), limit);
    taking(unplanned.map(({ id }) => id));
    await setDue(
      tx,
      unplanned.map(({ id, date, daysBefore }) => ({
        id,
        dueAt: dueMoment(date, daysBefore, settings.timeZone),
      })),
      clock(),
    );
    return unplanned.length === limit;
  };
  await processBatches(platform, { task: REMINDERS, size: PLAN_BATCH_SIZE }, plan, signal);
}

/**
 * Sends due reminders in batches. Claim, notification and e-mail are one transaction, so that each reminder is sent once, even
 * if a process is killed.
 */
export async function sendReminders(platform: Platform, signal?: AbortSignal): Promise<void> {
  for (const whose of recipientKinds) {
    const sendBatch: BatchStep = async (tx, { limit, taking }) => {
      const claimed = await claimDue(tx, whose, dueFilterOf(platform), limit);
      taking(claimed.map(({ id }) => id));
      if (claimed.length > 0) await send(platform, tx, claimed);
      return claimed.length > 0;
    };
    await processBatches(platform, { task: REMINDERS, size: SEND_BATCH_SIZE }, sendBatch, signal);
  }
}

async function send(platform: Platform, tx: Transaction, claimed: readonly Claimed[]): Promise<void> {
  const facts = await findFacts(
    tx,
    claimed.map(({ id }) => id),
  );
  // Only visitors need a personal link: accounts cancel on their own screen.
  const visitors = facts.flatMap(({ user, visitor, attendanceId }) =>
    user === null && attendanceId !== null && visitor?.email != null
      ? { id: attendanceId, email: visitor.email }
      : [],
  );
  const links = await createPersonalLinks(platform, tx, visitors);
  const coded = await findCoded(
    tx,
    facts.map(({ id }) => id),
  );
  const filesOf = await createCalendarFiles(
    tx,
    facts.map(({ activity }) => activity.id),
    platform,
  );
  const dueAt = new Map(claimed.map(row => [row.id, row.dueAt]));
  await platform.events.publish(
    tx,
    'reminderDue',
    facts.flatMap(row => {
      const personalUrl = links.get(row.attendanceId ?? '') ?? null;
      const arrival = arrivalMail(platform, coded.get(row.id) ?? null);
      // Attendees with a place and the owner see a private location.
      const canSeeLocation = coded.has(row.id) || row.user?.id === row.activity.ownerId;
      const calendar = filesOf([{ activityId: row.activity.id, isConfirmed: canSeeLocation }]);
      const reminder = reminderOf(row, { personalUrl, arrival, calendar, canSeeLocation }, platform);
      const emailId = v5(`${row.id} ${dueAt.get(row.id)?.toISOString()}`, EMAIL_NAMESPACE);
      return reminder === null ? [] : [{ ...reminder, emailId }];
    }),
  );
}

function reminderOf(
  { activity, user, visitor }: Facts,
  own: Omit<Enclosed, 'unsubscribeUrl'>,
  platform: Platform,
): Omit<ReminderDue, 'emailId'> | null {
  const to = user ?? visitor;
  const { email } = to ?? {};
  if (to === null || email === null || email === undefined) return null;
  const where = activity.place === '' ? '' : `, en ${activity.place}`;
  return {
    userId: user?.id ?? null,
    email,
    title: 'Recordatorio de actividad',
    text: `«${activity.title}» es el ${longDate(activity.date, platform.settings.timeZone)}${where}.`,
    activityId: activity.id,
    organiserId: activity.ownerId,
    composeEmail: url =>
      reminderEmail({ name: to.name ?? '', email }, activity, { ...own, unsubscribeUrl: url }, platform),
  };
}

/** Every process polls every 5 s, so several polls have missed a reminder that is later than this. */
const LATE_MS = 60_000;

/** Counts the reminders that are due and not sent, and those of them that have been due for more than a minute. */
export async function dueReminders({
  db,
  clock,
  settings,
}: Platform): Promise<{ due: number; late: number }> {
  const now = clock();
  const statuses = publicStatuses(settings.moderation);
  const [due, late] = await Promise.all([
    countDue(db, { now, statuses }),
    countDue(db, { now: new Date(now.getTime() - LATE_MS), statuses }),
  ]);
  return { due, late };
}

const HOURLY = '43 * * * *';

export function reminderJobs(platform: Platform): void {
  platform.jobs.every('reminder-sweep', HOURLY, () => sweepReminders(platform));
}

/** Drops reminders of past activities, so that polling does not read them. */
export const sweepReminders = ({ db, clock }: Platform): Promise<void> =>
  dropPast(db, droppedBefore(clock()));

/** Plans and sends due reminders. Executes a single query if there are none. */
export async function pollReminders(platform: Platform, signal?: AbortSignal): Promise<void> {
  if (!(await isAnyDue(platform))) return;
  await planReminders(platform, signal);
  await sendReminders(platform, signal);
}
