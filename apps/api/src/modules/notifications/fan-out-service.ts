import type { Transaction } from '../../platform/database/connection.ts';
import { longDate } from '../../platform/long-date.ts';
import type { Platform } from '../../platform/platform.ts';
import { createPersonalLinks } from '../attendance/link-service.ts';
import { lockAttendanceAddresses } from '../attendance/service.ts';
import { changeEmail, deletionEmail } from './attendee-mails.tsx';
import { type Message, notify } from './delivery-service.ts';
import type { News, Recipient } from './news-repository.ts';
import { lockAccounts, takeRecipients } from './recipient-repository.ts';

const AT_ONCE = 50;

/**
 * Notifies recipients in batches: one transaction removes them from the list and notifies them. Any number of processes share
 * the list; each recipient is notified once, even if a process is killed.
 */
export async function fanOut(platform: Platform, leaving?: AbortSignal): Promise<void> {
  let taken = AT_ONCE;
  while (taken === AT_ONCE && leaving?.aborted !== true) {
    taken = await platform.db.transaction(tx => notifySome(platform, tx));
  }
}

async function notifySome(platform: Platform, tx: Transaction): Promise<number> {
  const taken = await takeRecipients(tx, AT_ONCE);
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
  const messages = reachable.map(({ recipient, told }) =>
    messageTo(recipient, told, links.get(recipient.attendanceId ?? '') ?? null, platform),
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
  told: News,
  personalUrl: string | null,
  platform: Platform,
): Message {
  const { userId, email } = recipient;
  const { timeZone } = platform.settings;
  const isChange = told.type === 'change';
  const where = told.place === '' ? '' : `, en ${told.place}`;
  return {
    type: told.type,
    userId,
    email,
    title: isChange
      ? 'Cambió una actividad a la que asistes'
      : 'Se canceló una actividad a la que ibas a asistir',
    text: isChange
      ? `«${told.title}» ahora es el ${longDate(told.date, timeZone)}${where}.`
      : `«${told.title}», del ${longDate(told.date, timeZone)}, fue eliminada por quien la organizaba.`,
    taskId: told.activityId,
    letterId: recipient.id,
    letter: url =>
      isChange
        ? changeEmail(recipient, told, { personalUrl, unsubscribeUrl: url }, platform)
        : deletionEmail(recipient, told, url, platform),
  };
}
