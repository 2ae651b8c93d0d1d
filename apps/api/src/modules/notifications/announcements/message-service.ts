import {
  type Audience,
  type AudienceCounts,
  MESSAGES_A_DAY,
  type MessagePreview,
  type NewMessage,
} from '@minga/contract/messages';
import { DELETED_NAME } from '@minga/contract/text';
import { v7 } from 'uuid';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { Paging } from '../../../platform/database/queries.ts';
import { conflict } from '../../../platform/errors.ts';
import type { Session } from '../../../platform/http/session.ts';
import type { Limit } from '../../../platform/limits/limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';
import { requireAbility } from '../../activities/access-service.ts';
import { isPublic } from '../../activities/policy.ts';
import { lockVisibleActivity, visibleActivity } from '../../activities/service.ts';
import { type Allowance, allowanceOf, countMessage } from '../../attendance/added-service.ts';
import type { Message } from '../delivery/service.ts';
import { repeatedSince } from '../rules.ts';
import { messageEmails, previewEmail } from './message-mails.ts';
import {
  countAudiences,
  findRepeated,
  findSent,
  insertMessage,
  listAddedIn,
  listSent,
  listSentBy,
  type Reach,
  type SentMessageRow,
} from './message-repository.ts';
import { presentCounts, presentReach } from './presenter.ts';
import type { Announcement, Recipient } from './repository.ts';

const messagesByActivity: Limit = {
  name: 'messages-activity',
  times: MESSAGES_A_DAY,
  seconds: 24 * 60 * 60,
  reason: `Hoy ya le escribiste ${MESSAGES_A_DAY} veces a la gente de esta actividad.`,
};

const NOT_PUBLIC = 'La actividad no está publicada: todavía no puedes escribir a sus participantes';

/**
 * Stores a message, which a poller sends to each recipient (`fan-out-service.ts`). Returns the number of people whom it reaches and
 * does not reach. An identical message within ten minutes, for example after a lost response, is sent once.
 */
export async function sendMessage(
  platform: Platform,
  session: Session,
  activityId: string,
  { to: audience, ...written }: NewMessage,
): Promise<Reach> {
  const { db, clock, limits } = platform;
  await organisedActivity(platform, session, activityId);
  return db.transaction(async tx => {
    const { status, collectiveId } = await lockVisibleActivity(
      platform,
      tx,
      activityId,
      session.user.id,
      'update',
    );
    // The activity may have been hidden since it was read.
    if (!isPublic(status, platform.settings.moderation)) throw conflict(NOT_PUBLIC);
    const now = clock();
    const message = { activityId, audience, ...written };
    const repeated = await findRepeated(tx, message, repeatedSince(now));
    if (repeated !== null) return repeated;
    const allowance = await allowanceOf(platform, tx, session.user.id, collectiveId);
    const reach = within(await countAudiences(tx, activityId), allowance)[audience];
    if (reach.recipients === 0) return reach;
    await limits.count(messagesByActivity, activityId);
    const added = (await listAddedIn(tx, activityId, audience)).slice(0, allowance.left);
    const people = added.map(email => ({ email, tokenHash: hashToken(newToken()) }));
    await countMessage(platform, tx, allowance, activityId, people);
    const row = { id: v7(), ...message, senderId: session.user.id, ...reach, createdAt: now };
    await insertMessage(tx, row, added);
    return reach;
  });
}

/** The e-mail that a message would become, and the number of its recipients. */
export async function previewMessage(
  platform: Platform,
  session: Session,
  activityId: string,
  { to, subject, text, replyToMe }: NewMessage,
): Promise<MessagePreview> {
  const { title, date, endsAt, place, collectiveId } = await organisedActivity(platform, session, activityId);
  const reach = (await reachOf(platform, session, activityId, collectiveId))[to];
  const { username: sender, email: address } = session.user;
  const replyTo = replyToMe ? address : null;
  const message = { activityId, title, date, endsAt, place, subject, text, sender, replyTo };
  const email = await previewEmail(message, platform);
  return {
    ...presentReach(reach),
    letter: { subject: email.subject, text: withoutGaps(email.text), html: email.html },
  };
}

const withoutGaps = (text: string): string => text.replace(/\n{3,}/g, '\n\n');

/** The number of people whom a message would reach and not reach, by audience. */
export async function audienceCounts(
  platform: Platform,
  session: Session,
  activityId: string,
): Promise<AudienceCounts> {
  const { collectiveId } = await organisedActivity(platform, session, activityId);
  return presentCounts(await reachOf(platform, session, activityId, collectiveId));
}

/** The numbers of people whom a message would reach now. */
const reachOf = (
  platform: Platform,
  { user }: Session,
  activityId: string,
  collectiveId: string | null,
): Promise<Record<Audience, Reach>> =>
  platform.db.transaction(async tx => {
    const allowance = await allowanceOf(platform, tx, user.id, collectiveId, { isLocked: false });
    return within(await countAudiences(tx, activityId), allowance);
  });

/** Of people who did not confirm themselves, a message reaches as many as the sender's allowance permits (docs/rules.md R21.6). */
function within(
  counts: Awaited<ReturnType<typeof countAudiences>>,
  { left }: Allowance,
): Record<Audience, Reach> {
  const of = ({ recipients, added, ...others }: (typeof counts)['all']): Reach => {
    const unconfirmed = Math.max(0, added - left);
    return { ...others, recipients: recipients - unconfirmed, unconfirmed };
  };
  return { confirmed: of(counts.confirmed), waiting: of(counts.waiting), all: of(counts.all) };
}

/** The messages that were sent to the attendees of an activity, the newest first. */
export async function sentMessages(
  platform: Platform,
  { user }: Session,
  activityId: string,
  paging: Paging,
): Promise<{ rows: SentMessageRow[]; total: number }> {
  const { activity } = await visibleActivity(platform, activityId, user.id);
  await requireAbility(platform.db, user.id, activity, 'message');
  return listSent(platform.db, activityId, paging);
}

/** All messages that an account sent, for its data download. */
export const messagesBy = ({ db }: Pick<Platform, 'db'>, userId: string) => listSentBy(db, userId);

/** Rejects with 404 or 403 as other actions of organisers do, and with 409 if the activity is not public. */
async function organisedActivity(platform: Platform, { user }: Session, activityId: string) {
  const { activity } = await visibleActivity(platform, activityId, user.id);
  await requireAbility(platform.db, user.id, activity, 'message');
  if (!isPublic(activity.status, platform.settings.moderation)) throw conflict(NOT_PUBLIC);
  return activity;
}

/** The pages of a recipient who is a visitor, and of one whom an organiser added. */
interface OwnLinks {
  readonly personalUrl: string | null;
  readonly refusalUrl: string | null;
}

/** Creates the notifications of announced messages. Returns a function of the recipient for each message, by the message's id. */
export async function writtenMessages(
  platform: Platform,
  tx: Transaction,
  pending: readonly Announcement[],
): Promise<ReadonlyMap<string, (recipient: Recipient, own: OwnLinks) => Message>> {
  const announced = new Map(
    pending.flatMap(announcement =>
      announcement.messageId === null ? [] : [[announcement.messageId, announcement]],
    ),
  );
  const found = await findSent(tx, [...announced.keys()]);
  return new Map(
    found.flatMap(({ message: { id, subject, text }, sender, replyTo, endsAt, status }) => {
      const announcement = announced.get(id);
      if (announcement === undefined) return [];
      const { title, activityId } = announcement;
      const compose = messageEmails(
        { ...announcement, endsAt, subject, text, replyTo, sender: sender ?? DELETED_NAME },
        platform,
      );
      const toRecipient = (recipient: Recipient, own: OwnLinks): Message => ({
        type: 'message',
        userId: recipient.userId,
        email: recipient.email,
        title: subject,
        text: `«${title}»: ${shortened(text)}`,
        taskId: activityId,
        // `fan-out-service.ts` postpones messages about hidden activities. This covers an activity that is hidden concurrently.
        isLive: isPublic(status, platform.settings.moderation),
        emailId: recipient.id,
        composeEmail: unsubscribeUrl => compose(recipient, { ...own, unsubscribeUrl }),
        mail: {
          kind: 'messageEmails',
          cause: announcement.senderId === null ? 'site' : { accountId: announcement.senderId },
        },
      });
      return [[id, toRecipient]];
    }),
  );
}

const BELL_TEXT_MAX = 300;
const shortened = (text: string): string =>
  [...text].length <= BELL_TEXT_MAX ? text : `${[...text].slice(0, BELL_TEXT_MAX).join('').trimEnd()}…`;
