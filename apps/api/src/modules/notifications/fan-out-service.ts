import type { Transaction } from '../../platform/database/connection.ts';
import { longDate } from '../../platform/long-date.ts';
import type { Platform } from '../../platform/platform.ts';
import { createPersonalLinks } from '../attendance/link-service.ts';
import { lockAttendanceAddresses } from '../attendance/service.ts';
import type { Announcement, Recipient } from './announcement-repository.ts';
import { changeEmail, deletionEmail } from './attendee-mails.tsx';
import { type Message, notify } from './delivery-service.ts';
import { lockAccounts, takeRecipients } from './recipient-repository.ts';

const BATCH_SIZE = 50;

/**
 * Notifies recipients in batches: one transaction removes them from the list and notifies them. Any number of processes share
 * the list; each recipient is notified once, even if a process is killed.
 */
export async function fanOut(platform: Platform, signal?: AbortSignal): Promise<void> {
  let taken = BATCH_SIZE;
  while (taken === BATCH_SIZE && signal?.aborted !== true) {
    taken = await platform.db.transaction(tx => notifyBatch(platform, tx));
  }
}

async function notifyBatch(platform: Platform, tx: Transaction): Promise<number> {
  const taken = await takeRecipients(tx, BATCH_SIZE);
  // Attendances before accounts, in the order in which the deletion of an account locks them.
  const addresses = await lockAttendanceAddresses(
    tx,
    taken.flatMap(({ recipient }) => recipient.attendanceId ?? []),
  );
  const accounts = await lockAccounts(
    tx,
    taken.flatMap(({ recipient }) => recipient.userId ?? []),
  );
  const reachable = taken.filter(({ recipient: { userId, attendanceId, email } }) =>
    userId === null
      ? // Skips visitors who have cancelled since, and those whom the organiser has replaced by another address.
        attendanceId === null || addresses.get(attendanceId) === email
      : accounts.has(userId),
  );
  const links = await createPersonalLinks(
    platform,
    tx,
    reachable.flatMap(({ recipient }) => recipient.attendanceId ?? []),
  );
  const messages = reachable.map(({ recipient, announcement }) =>
    messageTo(recipient, announcement, links.get(recipient.attendanceId ?? '') ?? null, platform),
  );
  await notify(
    platform,
    tx,
    messages.filter(({ type }) => type === 'change'),
  );
  await notify(
    platform,
    tx,
    messages.filter(({ type }) => type === 'deletion'),
  );
  return taken.length;
}

function messageTo(
  recipient: Recipient,
  announcement: Announcement,
  personalUrl: string | null,
  platform: Platform,
): Message {
  const { userId, email } = recipient;
  const { timeZone } = platform.settings;
  const isChange = announcement.type === 'change';
  const where = announcement.place === '' ? '' : `, en ${announcement.place}`;
  return {
    type: announcement.type,
    userId,
    email,
    title: isChange
      ? 'Cambió una actividad a la que asistes'
      : 'Se canceló una actividad a la que ibas a asistir',
    text: isChange
      ? `«${announcement.title}» ahora es el ${longDate(announcement.date, timeZone)}${where}.`
      : `«${announcement.title}», del ${longDate(announcement.date, timeZone)}, fue eliminada por quien la organizaba.`,
    taskId: announcement.activityId,
    emailId: recipient.id,
    composeEmail: url =>
      isChange
        ? changeEmail(recipient, announcement, { personalUrl, unsubscribeUrl: url }, platform)
        : deletionEmail(recipient, announcement, url, platform),
  };
}
