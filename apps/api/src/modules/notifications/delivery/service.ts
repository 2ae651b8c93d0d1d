import type { NotificationType } from '@minga/contract/notifications';
import { v7 } from 'uuid';
import { settleAll, type Transaction } from '../../../platform/database/connection.ts';
import type { Email } from '../../../platform/mail/email.ts';
import type { EmailMetadata, OutgoingEmail } from '../../../platform/mail/mailer.ts';
import { newMailedLink } from '../../../platform/mail/personal-link.tsx';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken } from '../../../platform/tokens.ts';
import {
  findEmailDisabled,
  findUnsubscribed,
  insertUnsubscribeLinks,
  preferencesFor,
  type UnsubscribeLink,
} from '../preferences/repository.ts';
import { insertNotifications } from '../repository.ts';
import { type DigestItem, kindOf } from '../rules.ts';
import { insertDigestItems } from './repository.ts';

/** The e-mail of a notification. */
interface MessageEmail {
  readonly composeEmail: (unsubscribeUrl: string) => Promise<Email>;
  readonly mail: Pick<EmailMetadata, 'kind' | 'cause' | 'fact'>;
}

/** A notification to one recipient, in the account's bell and by e-mail. */
export type Message = Notice & (MessageEmail | { readonly composeEmail: null });

interface Notice {
  readonly type: NotificationType;
  /** Null if the recipient is a visitor. */
  readonly userId: string | null;
  readonly email: string;
  readonly title: string;
  readonly text: string;
  /** Null if the notification is not about an activity. */
  readonly taskId: string | null;
  /** The address of the other person whom the text names. */
  readonly about?: string | null;
  /** An item of the account's next gathered e-mail (`digest-service.ts`), instead of a separate e-mail; `composeEmail` is null then. */
  readonly item?: DigestItem;
  /** Deduplicates e-mails: a second e-mail with the same id is not stored. */
  readonly emailId?: string;
  /** False if the notification is not stored in the bell. */
  readonly isLive?: boolean;
}

type Parts = Pick<Platform, 'publicUrl' | 'clock' | 'mailer' | 'events'>;

/**
 * Stores notifications of one type and their e-mails in the caller's transaction, according to each recipient's preferences.
 * E-mails are composed inside the transaction, so the caller must not hold locks that other requests wait for. If `isBulk` is
 * true, the e-mails are sent after all others.
 */
export async function notify(
  parts: Parts,
  tx: Transaction,
  messages: readonly Message[],
  { isBulk = false } = {},
): Promise<void> {
  const [first] = messages;
  if (first === undefined) return;
  const channels = await channelsOf(tx, messages, first.type);
  const now = parts.clock();
  const shown = messages.flatMap(({ userId, type, title, text, taskId, about, isLive = true }, index) =>
    userId !== null && isLive && channels[index]?.isLive === true
      ? [
          {
            id: v7(),
            userId,
            type,
            title,
            message: text,
            taskId,
            aboutHash: about ? hashToken(about) : null,
            createdAt: now,
          },
        ]
      : [],
  );
  await settleAll([insertNotifications(tx, shown), parts.events.publish(tx, 'notificationStored', shown)]);
  const byEmail = messages.filter((_message, index) => channels[index]?.byEmail);
  await insertDigestItems(
    tx,
    byEmail.flatMap(({ userId, type, item }) =>
      userId !== null && item !== undefined ? [{ userId, type, item, createdAt: now }] : [],
    ),
  );
  const composed = await Promise.all(byEmail.flatMap(message => compose(parts, message, now)));
  await insertUnsubscribeLinks(
    tx,
    composed.map(({ link }) => link),
  );
  await parts.mailer.sendAll(tx, composed, { isBulk });
}

interface ComposedEmail extends OutgoingEmail {
  readonly link: UnsubscribeLink;
}

function compose({ publicUrl }: Parts, message: Message, now: Date): Promise<ComposedEmail>[] {
  if (message.composeEmail === null) return [];
  const { composeEmail, mail, type, userId, email, emailId, taskId: activityId } = message;
  const { url, tokenHash } = newMailedLink({ publicUrl }, UNSUBSCRIBE_PATH);
  const emailHash = userId === null ? hashToken(email) : null;
  const link = { tokenHash, userId, emailHash, kind: kindOf(type), createdAt: now };
  const metadata = {
    ...mail,
    activityId,
    ...(emailId && { id: emailId }),
    ...(userId && { accountId: userId }),
  };
  return [composeEmail(url).then(composed => ({ ...metadata, email: composed, link }))];
}

/** The page of unsubscribe links. Mail programs send a POST request to the same path. */
export const UNSUBSCRIBE_PATH = '/dejar-correos';

interface Channels {
  readonly byEmail: boolean;
  readonly isLive: boolean;
}

async function channelsOf(
  tx: Transaction,
  messages: readonly Message[],
  type: NotificationType,
): Promise<Channels[]> {
  const kind = kindOf(type);
  const accounts = messages.flatMap(({ userId }) => userId ?? []);
  const visitors = messages.filter(({ userId }) => userId === null).map(({ email }) => email);
  const withEmail = messages
    .filter(({ composeEmail, item }) => composeEmail !== null || item !== undefined)
    .map(({ email }) => email);
  const chosen = accounts.length === 0 ? [] : await preferencesFor(tx, accounts, kind);
  const unsubscribed = await findUnsubscribed(tx, withEmail, kind);
  const disabled = await findEmailDisabled(tx, visitors, kind);
  const byUser = new Map(chosen.map(row => [row.userId, row]));
  return messages.map(({ userId, email }) => {
    const isSubscribed = !unsubscribed.has(email);
    if (userId === null) return { byEmail: isSubscribed && !disabled.has(email), isLive: false };
    const { byEmail, isLive } = byUser.get(userId) ?? { byEmail: true, isLive: true };
    return { byEmail: isSubscribed && byEmail, isLive };
  });
}
