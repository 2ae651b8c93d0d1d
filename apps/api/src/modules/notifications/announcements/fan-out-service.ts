import { SITE_NAME } from '@minga/contract/site-words';
import type { Transaction } from '../../../platform/database/connection.ts';
import { type Batch, processBatches } from '../../../platform/jobs/polling.ts';
import { longDate } from '../../../platform/local-time.ts';
import type { Email } from '../../../platform/mail/email.ts';
import type { Attachment } from '../../../platform/mail/schema.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { cancellationFile, createCalendarFiles } from '../../activities/calendar/service.ts';
import { isPublic, publicStatuses } from '../../activities/policy.ts';
import { nextCheckAt, waitsForUndo } from '../../activities/rules.ts';
import { unconfirmedAmong } from '../../attendance/added-service.ts';
import type { VisitorErasing } from '../../attendance/events.ts';
import { hoursReducedIn } from '../../attendance/hours/service.ts';
import { createPersonalLinks } from '../../attendance/links/service.ts';
import { lockAttendanceAddresses, markChangeNotified } from '../../attendance/own/service.ts';
import { refusalUrlOf } from '../../attendance/rules.ts';
import { type Message, notify } from '../delivery/service.ts';
import { listAccounts } from '../repository.ts';
import { NOT_SHOWN, otherOccurrencesSentence, shouldNotifyChange } from '../rules.ts';
import { adviceOf, changeEmail, endEmail } from './mails.ts';
import { writtenMessages } from './message-service.ts';
import {
  ANNOUNCEMENTS,
  deleteNaming,
  deletePending,
  findAttendedDates,
  findListed,
  insertRecipients,
  lockActive,
  takeRecipients,
} from './recipient-repository.ts';
import { type Announcement, findActivities, type Recipient } from './repository.ts';

const BATCH_SIZE = 50;

/**
 * Notifies recipients in batches. One transaction removes a batch from the queue and notifies it, so that each recipient is
 * notified once, even if several processes share the queue or one is killed.
 */
export const fanOut = (platform: Platform, signal?: AbortSignal): Promise<void> =>
  processBatches(
    platform,
    { task: ANNOUNCEMENTS, size: BATCH_SIZE },
    (tx, batch) => notifyBatch(platform, tx, batch),
    signal,
  );

/** Returns true if more recipients may be due. */
async function notifyBatch(platform: Platform, tx: Transaction, { limit, taking }: Batch): Promise<boolean> {
  const now = platform.clock();
  const taken = await takeRecipients(tx, now, limit);
  taking(taken.map(({ recipient }) => recipient.id));
  // Locks attendances before accounts, in the same order as the deletion of an account.
  const addresses = await lockAttendanceAddresses(
    tx,
    taken.flatMap(({ recipient }) => recipient.attendanceId ?? []),
  );
  const accounts = await lockActive(
    tx,
    taken.flatMap(({ recipient }) => recipient.userId ?? []),
  );
  const reachable = taken.filter(({ recipient: { userId, attendanceId, email } }) =>
    userId === null
      ? // Skips visitors who have cancelled since, and visitors whom the organiser has replaced with another address.
        attendanceId === null || addresses.get(attendanceId) === email
      : accounts.has(userId),
  );
  const sendable = await putOffHidden(platform, tx, reachable);
  const allowed = await withCurrentFacts(platform, tx, sendable);
  const visitors = allowed.flatMap(({ recipient: { attendanceId, email } }) =>
    attendanceId === null ? [] : { id: attendanceId, email },
  );
  const unconfirmed = await unconfirmedAmong(
    tx,
    allowed.map(({ recipient: { email }, announcement: { activityId } }) => ({ activityId, email })),
  );
  const known = new Set(visitors.map(({ id }) => id));
  // A person with an account whom an organiser added leaves the list without signing in.
  const links = await createPersonalLinks(platform, tx, [
    ...visitors,
    ...unconfirmed.filter(({ id }) => !known.has(id)),
  ]);
  const changed = allowed.filter(({ announcement }) => announcement.type === 'change');
  await markChangeNotified(
    tx,
    changed.flatMap(({ recipient }) => recipient.attendanceId ?? []),
    now,
  );
  const written = await writtenMessages(
    platform,
    tx,
    allowed.map(({ announcement }) => announcement),
  );
  const calendars = await calendarsOf(platform, tx, allowed);
  const messages = allowed.flatMap(
    ({ recipient, announcement, isOrganiserThere = false, endDate = null }) => {
      const personalUrl = links.get(recipient.attendanceId ?? '') ?? null;
      const { type, messageId, activityId } = announcement;
      const added = unconfirmed.find(one => one.activityId === activityId && one.email === recipient.email);
      const own = { personalUrl, refusalUrl: added ? refusalUrlOf(links.get(added.id) ?? '') : null };
      if (type === 'message') return written.get(messageId ?? '')?.(recipient, own) ?? [];
      const calendar = calendars(recipient, announcement);
      const message = messageTo(
        recipient,
        { ...announcement, type },
        { ...own, calendar, isOrganiserThere, endDate },
        platform,
      );
      // A person who was not told of the addition gets no other e-mail about it.
      return added?.addition === 'untold' ? { ...message, composeEmail: null } : message;
    },
  );
  for (const type of ['change', 'deletion', 'message'] as const)
    await notify(
      platform,
      tx,
      messages.filter(message => message.type === type),
      // An announcement to many recipients does not delay other e-mails.
      { isBulk: taken.length === BATCH_SIZE },
    );
  return taken.length === limit;
}

interface Pending {
  readonly recipient: Recipient;
  readonly announcement: Announcement;
  /** Whether the activity is public and its organiser's account is active. */
  readonly isOrganiserThere?: boolean;
  /** The present end of a changed activity, or null. */
  readonly endDate?: Date | null;
}

/**
 * Postpones messages about an activity that is not public, or from a deactivated account, while the decision that hid them can be
 * undone, and drops them afterwards. Returns all other announcements.
 */
async function putOffHidden(
  { settings, clock }: Platform,
  tx: Transaction,
  pending: readonly Pending[],
): Promise<Pending[]> {
  const written = pending.filter(({ announcement }) => announcement.type === 'message');
  if (written.length === 0) return [...pending];
  const now = clock();
  const ids = [...new Set(written.map(({ announcement }) => announcement.activityId))];
  const shown = new Set(
    (await findActivities(tx, ids)).flatMap(({ id, status }) =>
      isPublic(status, settings.moderation) ? id : [],
    ),
  );
  const senders = written.flatMap(({ announcement: { senderId } }) => senderId ?? []);
  const active = new Set((await listAccounts(tx, [...new Set(senders)])).map(({ id }) => id));
  const isSendable = ({ announcement: { type, activityId, senderId } }: Pending) =>
    type !== 'message' || (shown.has(activityId) && (senderId === null || active.has(senderId)));
  const hidden = pending.filter(one => !isSendable(one));
  await insertRecipients(
    tx,
    hidden.flatMap(({ recipient, announcement }) =>
      waitsForUndo(announcement.createdAt, now) ? { ...recipient, dueAt: nextCheckAt(now) } : [],
    ),
  );
  return pending.filter(isSendable);
}

/**
 * Updates announcements to the current facts and drops obsolete ones: changes that were reverted or whose activity is hidden,
 * past or deleted; withdrawals of activities that are public again; removals of attendees who are listed again; corrections
 * for attendees whose hours were confirmed again.
 */
async function withCurrentFacts(
  { settings, clock }: Platform,
  tx: Transaction,
  pending: readonly Pending[],
): Promise<Pending[]> {
  const checked = pending.filter(({ announcement: { type } }) => type !== 'message' && type !== 'deletion');
  const ids = [...new Set(checked.map(({ announcement }) => announcement.activityId))];
  const current = await currentActivities(tx, ids);
  const isListed = await findListed(
    tx,
    pending.filter(({ announcement }) => isRemoval(announcement)),
  );
  const corrected = pending.flatMap(({ announcement: { type, activityId } }) =>
    type === 'correction' ? activityId : [],
  );
  const reduced = corrected.length === 0 ? [] : await hoursReducedIn(tx, [...new Set(corrected)]);
  return pending.flatMap(({ recipient, announcement }) => {
    const activity = current.get(announcement.activityId);
    const isShown = activity !== undefined && isPublic(activity.status, settings.moderation);
    const isOrganiserThere = isShown && activity.isOrganiserActive;
    if (isRemoval(announcement))
      return isListed(recipient) ? [] : [{ recipient, announcement, isOrganiserThere }];
    if (announcement.type === 'correction') {
      const lost = reduced.find(
        ({ activityId, email }) => activityId === announcement.activityId && email === recipient.email,
      );
      if (lost === undefined) return [];
      const type = lost.remaining === null ? ('loss' as const) : announcement.type;
      return [{ recipient, announcement: { ...announcement, type }, isOrganiserThere }];
    }
    if (announcement.type === 'withdrawal') return isShown ? [] : [{ recipient, announcement }];
    if (announcement.type !== 'change') return [{ recipient, announcement }];
    const { oldDate, oldPlace } = announcement;
    if (!isShown || !shouldNotifyChange({ date: oldDate, place: oldPlace }, activity, clock())) return [];
    const { title, date, place, endDate } = activity;
    return [{ recipient, announcement: { ...announcement, title, date, place }, endDate }];
  });
}

/** The current state of activities, and whether the organiser's account is active. */
async function currentActivities(tx: Transaction, ids: string[]) {
  const found = ids.length === 0 ? [] : await findActivities(tx, ids);
  const owners = [...new Set(found.map(({ ownerId }) => ownerId))];
  const active = new Set(owners.length === 0 ? [] : (await listAccounts(tx, owners)).map(({ id }) => id));
  return new Map(
    found.map(activity => [activity.id, { ...activity, isOrganiserActive: active.has(activity.ownerId) }]),
  );
}

/**
 * The calendar files of announcements. The file of a change contains the activity and all dates of its series that the recipient
 * attends; the file of any other announcement contains the cancelled entries.
 */
async function calendarsOf(
  platform: Platform,
  tx: Transaction,
  pending: readonly Pending[],
): Promise<(recipient: Recipient, announcement: Announcement) => Attachment[]> {
  const changed = pending.filter(({ announcement }) => announcement.type === 'change');
  const attended = await findAttendedDates(
    tx,
    changed.flatMap(({ recipient: { email, dates }, announcement: { activityId } }) =>
      dates > 1 ? [{ email, activityId }] : [],
    ),
    { statuses: publicStatuses(platform.settings.moderation), now: platform.clock() },
  );
  const ids = [
    ...changed.map(({ announcement }) => announcement.activityId),
    ...attended.map(({ activityId }) => activityId),
  ];
  const filesOf = await createCalendarFiles(tx, ids, platform);
  return ({ email, isConfirmed, ended }, { type, activityId, title, createdAt }) => {
    if (type !== 'change') {
      const shown = title === NOT_SHOWN ? null : title;
      return cancellationFile(ended, { title: shown, deletedAt: createdAt }, platform);
    }
    const dates = attended.filter(one => one.email === email && one.announcedId === activityId);
    return filesOf(dates.length > 0 ? dates : [{ activityId, isConfirmed }]);
  };
}

const isRemoval = ({ type }: Announcement): boolean => type === 'removal' || type === 'admin-removal';

/** An announcement whose text is predefined, unlike a message of an organiser. */
type Notice = Announcement & { readonly type: Exclude<Announcement['type'], 'message'> };

function messageTo(
  recipient: Recipient,
  announcement: Notice,
  own: {
    readonly personalUrl: string | null;
    readonly refusalUrl: string | null;
    readonly calendar: readonly Attachment[];
    readonly isOrganiserThere: boolean;
    readonly endDate: Date | null;
  },
  platform: Platform,
): Message {
  const { userId, email } = recipient;
  const { type, activityId: taskId, senderId, date, place, oldDate, oldPlace } = announcement;
  const compose = (unsubscribeUrl: string): Promise<Email> =>
    announcement.type === 'change'
      ? changeEmail(
          recipient,
          { ...announcement, endDate: own.endDate },
          { ...own, unsubscribeUrl },
          platform,
        )
      : endEmail(
          endOf(announcement, recipient),
          recipient,
          { ...announcement, isOrganiserThere: own.isOrganiserThere },
          { ...own, unsubscribeUrl },
          platform,
        );
  return {
    type: type === 'change' ? 'change' : 'deletion',
    userId,
    email,
    ...bellText(announcement, recipient, own.isOrganiserThere, platform.settings),
    taskId,
    emailId: recipient.id,
    composeEmail: compose,
    mail: {
      kind: type === 'change' ? 'changeEmail' : 'endEmail',
      cause: senderId === null ? 'site' : { accountId: senderId },
      ...(type === 'change' && { fact: { now: factOf(date, place), before: factOf(oldDate, oldPlace) } }),
    },
  };
}

const factOf = (date: Date, place: string): string => `${date.toISOString()} ${place}`;

/** The content of the e-mail. A past activity that stays in the recipient's calendar ends with a loss of confirmed hours. */
function endOf(
  { type, date, createdAt }: Pick<Notice, 'type' | 'date' | 'createdAt'>,
  { ended }: Pick<Recipient, 'ended'>,
): Parameters<typeof endEmail>[0] {
  if (type === 'correction' || type === 'loss') return `${type}-of-hours`;
  if (type === 'change' || type === 'deletion') return 'deletion';
  return date < createdAt && ended.length === 0 ? `${type}-of-hours` : type;
}

const LOST_HOURS = 'Ya no cuentan unas horas tuyas';

function bellText(
  announcement: Notice,
  recipient: Pick<Recipient, 'isConfirmed' | 'dates' | 'ended'>,
  isOrganiserThere: boolean,
  settings: Platform['settings'],
): { title: string; text: string } {
  const { type, title, date, place, oldDate } = announcement;
  const { isConfirmed, dates } = recipient;
  // An activity that ended is named by the date that its attendees last heard of.
  const when = longDate(type === 'change' ? date : oldDate, settings.timeZone);
  const where = place === '' ? '' : `, en ${place}`;
  const ofDay = title === NOT_SHOWN ? `la actividad del ${when}` : `«${title}», del ${when},`;
  const [now, before] = isConfirmed
    ? ['a la que asistes', 'a la que ibas a asistir']
    : ['en la que esperas un cupo', 'en la que esperabas un cupo'];
  const texts = {
    change: [`Cambió una actividad ${now}`, `«${title}» ahora es el ${when}${where}.`],
    deletion: [
      `Se canceló una actividad ${before}`,
      `${capitalised(ofDay)} fue eliminada por quien la organizaba.`,
    ],
    withdrawal: [
      `Se retiró una actividad ${before}`,
      `${capitalised(ofDay)} ya no está publicada: quien administra ${SITE_NAME} no la aprobó.`,
    ],
    removal: ['Ya no estás en la lista de una actividad', `Quien organiza ${ofDay} te quitó de la lista.`],
    'admin-removal': [
      'Ya no estás en la lista de una actividad',
      `Quien administra ${SITE_NAME} te quitó de la lista de ${ofDay.replace(/,$/, '')}.`,
    ],
    correction: [LOST_HOURS, `Quien organizó ${ofDay} corrigió tus horas: ahora cuentan menos.`],
    loss: [LOST_HOURS, `Quien organizó ${ofDay} quitó las horas que te había confirmado.`],
  } as const satisfies Record<Notice['type'], readonly [string, string]>;
  const [ended, text] = texts[type];
  const advice = adviceOf(endOf(announcement, recipient), isOrganiserThere, settings);
  const sentences = [
    text,
    ...(dates === 1 ? [] : [otherOccurrencesSentence(dates - 1)]),
    ...(advice ? [advice.text] : []),
  ];
  return { title: advice === null ? ended : LOST_HOURS, text: sentences.join(' ') };
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Subscriber of `visitorErasing`: deletes notifications that name the visitors, and pending announcements to them. */
export async function eraseNotificationsAbout(
  tx: Transaction,
  erasing: readonly VisitorErasing[],
): Promise<void> {
  await deleteNaming(
    tx,
    erasing.flatMap(({ id, activityId, email, isLast }) => [
      // Includes the hash of the attendance's id, because the attendance may have had no address at first.
      { hash: hashToken(id), activityId },
      ...(email === null ? [] : [{ hash: hashToken(email), activityId: isLast ? null : activityId }]),
    ]),
  );
  await deletePending(
    tx,
    erasing.map(({ id }) => id),
    erasing.flatMap(({ email, isLast }) => (isLast && email !== null ? [email] : [])),
  );
}
