import type { NotificationType } from '@minga/contract/notifications';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Email } from '../../platform/mail/email.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { preferencesFor, refusing, refusingByAccount } from './preference-repository.ts';
import { insertNotifications } from './repository.ts';
import { kindOf } from './rules.ts';
import { insertUnsubscribeLinks, type UnsubscribeLink } from './unsubscribe-repository.ts';

/** What one person is told: in the bell, when it is an account's, and by a letter. */
export interface Message {
  readonly type: NotificationType;
  /** Null: somebody without an account. */
  readonly userId: string | null;
  readonly email: string;
  readonly title: string;
  readonly text: string;
  readonly taskId: string;
  /** Null: told in the bell alone. */
  readonly letter: ((unsubscribeUrl: string) => Promise<Email>) | null;
  /** The same message has the same id: of two letters with one id the second is not written. */
  readonly letterId?: string;
  /** False: told by letter alone. */
  readonly isLive?: boolean;
}

type Parts = Pick<Platform, 'publicUrl' | 'clock' | 'mailer'>;

/**
 * Tells people, in the caller's transaction and as far as they want to be told: all of one type. Letters are composed
 * here; what the caller has locked must be nobody else's to wait for.
 */
export async function notify(parts: Parts, tx: Transaction, messages: readonly Message[]): Promise<void> {
  const [first] = messages;
  if (first === undefined) return;
  const wishes = await preferencesOf(tx, messages, first.type);
  const now = parts.clock();
  await insertNotifications(
    tx,
    messages.flatMap(({ userId, type, title, text, taskId, isLive = true }, index) =>
      userId !== null && isLive && wishes[index]?.isLive === true
        ? [{ userId, type, title, message: text, taskId, createdAt: now }]
        : [],
    ),
  );
  const mailed = messages.filter((_message, index) => wishes[index]?.byEmail);
  const written = await Promise.all(mailed.flatMap(message => composed(parts, message, now)));
  await insertUnsubscribeLinks(
    tx,
    written.map(({ link }) => link),
  );
  await parts.mailer.sendAll(tx, written);
}

interface Written {
  readonly email: Email;
  readonly link: UnsubscribeLink;
  readonly metadata: { id?: string; accountId?: string };
}

function composed({ publicUrl }: Parts, message: Message, now: Date): Promise<Written>[] {
  const { letter, type, userId, email, letterId } = message;
  if (letter === null) return [];
  const token = newToken();
  const emailHash = userId === null ? hashToken(email) : null;
  const link = { tokenHash: hashToken(token), userId, emailHash, kind: kindOf(type), createdAt: now };
  const metadata = { ...(letterId && { id: letterId }), ...(userId && { accountId: userId }) };
  return [
    letter(`${publicUrl}${UNSUBSCRIBE_PATH}?token=${token}`).then(written => ({
      email: written,
      link,
      metadata,
    })),
  ];
}

/** The page that a letter's link to end such letters opens; mail programs POST to the same address. */
export const UNSUBSCRIBE_PATH = '/dejar-correos';

interface Wishes {
  readonly byEmail: boolean;
  readonly isLive: boolean;
}

async function preferencesOf(
  tx: Transaction,
  messages: readonly Message[],
  type: NotificationType,
): Promise<Wishes[]> {
  const kind = kindOf(type);
  const accounts = messages.flatMap(({ userId }) => userId ?? []);
  const visitors = messages.filter(({ userId }) => userId === null).map(({ email }) => email);
  const mailed = messages.filter(({ letter }) => letter !== null).map(({ email }) => email);
  const chosen = accounts.length === 0 ? [] : await preferencesFor(tx, accounts, kind);
  const refused = await refusing(tx, mailed, kind);
  const byAccount = await refusingByAccount(tx, visitors, kind);
  const byUser = new Map(chosen.map(row => [row.userId, row]));
  return messages.map(({ userId, email }) => {
    const isOpen = !refused.has(email);
    if (userId === null) return { byEmail: isOpen && !byAccount.has(email), isLive: false };
    const { byEmail, isLive } = byUser.get(userId) ?? { byEmail: true, isLive: true };
    return { byEmail: isOpen && byEmail, isLive };
  });
}
