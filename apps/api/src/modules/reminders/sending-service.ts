import { v5 } from 'uuid';
import type { Transaction } from '../../platform/database/connection.ts';
import { type BatchHandler, schedule } from '../../platform/due-work/due-work.ts';
import { longDate, sentence } from '../../platform/local-time.ts';
import type { Platform } from '../../platform/platform.ts';
import { createCalendarFiles } from '../activities/calendar/service.ts';
import { publicStatuses } from '../activities/policy.ts';
import { arrivalMail, createPersonalLinks } from '../attendance/links/service.ts';
import {
  countDue,
  dropPast,
  type Facts,
  insertSent,
  isReady,
  lockFacts,
  REMINDERS,
  type SendableFilter,
  UNPLANNED,
} from './due-repository.ts';
import type { ReminderDue } from './events.ts';
import { type Enclosed, reminderEmail } from './mails.ts';
import { findCoded } from './repository.ts';
import { droppedBefore, dueMoment } from './rules.ts';

/** The UUID v5 namespace of the e-mails' ids. It must never change. */
const EMAIL_NAMESPACE = '4f0f0c5e-7f0e-5d3a-9a55-0d6b1c6f2a10';

const filterOf = ({ clock, settings }: Platform): SendableFilter => ({
  now: clock(),
  statuses: publicStatuses(settings.moderation),
});

/**
 * Plans new reminders and those whose days or date have changed, and sends those that are due. A reminder that was already sent is planned
 * again only if its new due time is in the future. Claim, notification and e-mail are one transaction, so that each reminder is sent once,
 * even if a process is killed.
 */
export const reminders: BatchHandler = {
  kind: REMINDERS,
  size: 50,
  isReady: platform => isReady(filterOf(platform)),
  async run(platform, tx, rows) {
    const filter = filterOf(platform);
    const claimed = new Map(rows.map(({ key, at }) => [key, at]));
    const pending = (await lockFacts(tx, [...claimed.keys()], filter)).flatMap(facts => {
      const at = claimed.get(facts.id) ?? UNPLANNED;
      if (at > UNPLANNED) return [{ ...facts, dueAt: at }];
      const dueAt = dueMoment(facts.activity.date, facts.daysBefore, platform.settings.timeZone);
      return dueAt > filter.now || !facts.isSent ? [{ ...facts, dueAt }] : [];
    });
    const isDue = (one: Pending) => one.dueAt <= filter.now && one.isSendable;
    await schedule(
      tx,
      REMINDERS,
      ...pending.filter(one => !isDue(one)).map(({ id: key, dueAt: at }) => ({ key, at })),
    );
    const due = pending.filter(isDue);
    const sent = await insertSent(
      tx,
      due.map(({ id, dueAt }) => ({ reminderId: id, dueAt, sentAt: filter.now })),
    );
    if (sent.size > 0)
      await send(
        platform,
        tx,
        due.filter(({ id }) => sent.has(id)),
      );
  },
};

type Pending = Facts & { readonly dueAt: Date };

async function send(platform: Platform, tx: Transaction, facts: readonly Pending[]): Promise<void> {
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
      const emailId = v5(`${row.id} ${row.dueAt.toISOString()}`, EMAIL_NAMESPACE);
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
    text: sentence(
      `«${activity.title}» es el ${longDate(activity.date, platform.settings.timeZone)}${where}`,
    ),
    activityId: activity.id,
    organiserId: activity.ownerId,
    composeEmail: url =>
      reminderEmail({ name: to.name ?? '', email }, activity, { ...own, unsubscribeUrl: url }, platform),
  };
}

/** Every process polls every 5 s, so several polls have missed a reminder that is later than this. */
const LATE_MS = 60_000;

/** Counts the reminders that are due and not sent, and those of them that have been due for more than a minute. */
export async function dueReminders(platform: Platform): Promise<{ due: number; late: number }> {
  const filter = filterOf(platform);
  const [due, late] = await Promise.all([
    countDue(platform.db, filter),
    countDue(platform.db, { ...filter, now: new Date(filter.now.getTime() - LATE_MS) }),
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
