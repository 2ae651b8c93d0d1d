import { and, eq, isNotNull, or } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Settings } from '../../settings.ts';
import type { Clock } from '../clock.ts';
import type { Database, Executor } from '../database/connection.ts';
import type { Jobs, WorkOptions } from '../jobs/jobs.ts';
import type { Logger } from '../log.ts';
import { deliverEmails } from './delivery.ts';
import type { Email } from './email.ts';
import { MAIL_QUEUE, mailJobs } from './mail-job.ts';
import { mails } from './schema.ts';
import { sweepEmails } from './sweep.ts';
import { createSmtpTransport } from './transport.ts';

interface About {
  readonly id?: string;
  /** Whose account the letter is about: it is forgotten with it. */
  readonly accountId?: string;
}

/** A letter and what it is about. */
interface Addressed {
  readonly letter: Email;
  readonly about?: About;
}

export interface Mailer {
  /**
   * Writes the letter and the job that sends it, in the caller's transaction: no commit, no letter. False, and nothing
   * written, when there is a letter with `about.id` already.
   */
  send(tx: Executor, letter: Email, about?: About): Promise<boolean>;
  /** The same for several at once; how many of them were written. */
  sendAll(tx: Executor, letters: readonly Addressed[]): Promise<number>;
  /** Removes the letters to an address or about an account that have left, in the caller's transaction. */
  forget(tx: Executor, recipient: string, accountId: string): Promise<void>;
  /** Closes idle connections to the mail server; after the jobs have stopped. */
  stop(): void;
}

interface MailerParts {
  readonly settings: Settings;
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly log: Logger;
}

/** Waits of 1 s, 2 s, 4 s … up to 4 h (each up to twice as long): the last attempt comes 2.8 to 3.1 days after the first. */
export const MAIL_RETRIES = {
  concurrency: 5,
  retryLimit: 30,
  retryDelay: 1,
  retryDelayMax: 4 * 60 * 60,
} satisfies WorkOptions;

/** Without a mail server. */
const KEPT_AT_ONCE = 50;
/** Before dawn in America, and at no full hour. */
const DAILY = '23 8 * * *';
const SUBJECT_MAX = 200;
// One address and nothing beside it; the contract's schemas are stricter, this guards what comes another way.
const oneAddress = /^[^\s\p{Cc}<>()[\],;:"\\@]+@[^\s\p{Cc}<>()[\],;:"\\@]+$/u;

/** Letters leave after the commit of what caused them, by a job that tries for three days. */
export function createMailer({ settings, db, clock, jobs, log }: MailerParts): Mailer {
  const transport = createSmtpTransport(settings);
  jobs.work(MAIL_QUEUE, deliverEmails({ db, clock, transport, jobs, log }), {
    ...MAIL_RETRIES,
    ...(transport === null && { concurrency: KEPT_AT_ONCE }),
  });
  jobs.every('mail-sweep', DAILY, async () => void (await sweepEmails({ db, clock })));
  const sendAll: Mailer['sendAll'] = async (tx, letters) => {
    if (letters.length === 0) return 0;
    const createdAt = clock();
    const written = await tx
      .insert(mails)
      .values(letters.map(({ letter, about }) => rowOf(letter, about, createdAt)))
      .onConflictDoNothing({ target: mails.id })
      .returning({ id: mails.id });
    await jobs.send(tx, MAIL_QUEUE, ...mailJobs(written.map(({ id }) => id)));
    return written.length;
  };
  return {
    send: async (tx, letter, about = {}) => (await sendAll(tx, [{ letter, about }])) === 1,
    sendAll,
    async forget(tx, recipient, accountId) {
      const theirs = or(eq(mails.recipient, recipient), eq(mails.accountId, accountId));
      await tx.delete(mails).where(and(theirs, isNotNull(mails.sentAt)));
    },
    stop: () => transport?.close(),
  };
}

function rowOf(letter: Email, { id = v7(), accountId }: About = {}, createdAt: Date) {
  const { to, subject, html, text, unsubscribeUrl, attachments } = letter;
  if (!oneAddress.test(to)) throw new Error('A letter needs exactly one address');
  return {
    id,
    recipient: to,
    accountId,
    subject: oneLine(subject),
    html,
    text,
    unsubscribeUrl,
    attachments,
    createdAt,
  };
}

/** A header is one line: a title with a line break must not write headers of its own. */
function oneLine(subject: string): string {
  return subject
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, SUBJECT_MAX);
}
