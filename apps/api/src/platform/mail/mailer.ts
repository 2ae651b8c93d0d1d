import { and, eq, inArray, isNotNull, lte, or } from 'drizzle-orm';
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
import { emptySentEmails, sweepEmails } from './sweep.ts';
import { createSmtpTransport } from './transport.ts';

interface EmailMetadata {
  readonly id?: string;
  /** The account that the email is about; the sent email is deleted with it. */
  readonly accountId?: string;
}

interface OutgoingEmail {
  readonly email: Email;
  readonly metadata?: EmailMetadata;
}

export interface Mailer {
  /**
   * Stores the email and the job that sends it in the caller's transaction. Returns false and stores nothing if an
   * email with `metadata.id` exists already.
   */
  send(tx: Executor, email: Email, metadata?: EmailMetadata): Promise<boolean>;
  /** Sends several emails; returns how many were stored. `isBulk`: others are sent first. */
  sendAll(tx: Executor, emails: readonly OutgoingEmail[], options?: { isBulk?: boolean }): Promise<number>;
  /** Deletes sent emails to an address or about an account, in the caller's transaction. */
  deleteSent(tx: Executor, recipient: string, accountId: string): Promise<void>;
  /**
   * Deletes e-mails to these addresses from before a time, sent or not, in the caller's transaction. One that is being sent at this
   * moment stays, without content, until it is swept: waiting for a mail server would hold the caller's locks.
   */
  deleteTo(tx: Executor, recipients: readonly string[], before: Date): Promise<void>;
  /** Closes idle connections to the mail server. To be called after the jobs have stopped. */
  stop(): void;
}

interface MailerParts {
  readonly settings: Settings;
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly log: Logger;
}

/**
 * Delays of 1 s, 2 s, 4 s … up to 4 h, each up to twice as long: the last attempt is 2.8 to 3.1 days after the first.
 */
export const MAIL_RETRIES = {
  concurrency: 5,
  retryLimit: 30,
  retryDelay: 1,
  retryDelayMax: 4 * 60 * 60,
} satisfies WorkOptions;

/** Without a mail server a job is a single update. */
const LOCAL_CONCURRENCY = 50;
/** At night in America, and not on the hour. */
const DAILY = '23 8 * * *';
const MAX_SUBJECT_LENGTH = 200;
// Exactly one address. The contract's schemas are stricter; this is a safeguard for addresses from other sources.
const oneAddress = /^[^\s\p{Cc}<>()[\],;:"\\@]+@[^\s\p{Cc}<>()[\],;:"\\@]+$/u;

/** Transactional outbox: a job sends each email after the commit and retries for three days. */
export function createMailer({ settings, db, clock, jobs, log }: MailerParts): Mailer {
  const transport = createSmtpTransport(settings);
  jobs.work(MAIL_QUEUE, deliverEmails({ db, clock, transport, jobs, log }), {
    ...MAIL_RETRIES,
    ...(transport === null && { concurrency: LOCAL_CONCURRENCY }),
  });
  jobs.every('mail-sweep', DAILY, async () => {
    if (transport !== null) await emptySentEmails({ db });
    await sweepEmails({ db, clock });
  });
  const sendAll: Mailer['sendAll'] = async (tx, emails, { isBulk = false } = {}) => {
    if (emails.length === 0) return 0;
    const createdAt = clock();
    const written = await tx
      .insert(mails)
      .values(emails.map(({ email, metadata }) => rowOf(email, metadata, createdAt)))
      .onConflictDoNothing({ target: mails.id })
      .returning({ id: mails.id });
    const enqueue = isBulk ? jobs.sendLate : jobs.send;
    await enqueue(tx, MAIL_QUEUE, ...mailJobs(written.map(({ id }) => id)));
    return written.length;
  };
  return {
    send: async (tx, email, metadata = {}) => (await sendAll(tx, [{ email, metadata }])) === 1,
    sendAll,
    async deleteSent(tx, recipient, accountId) {
      const theirs = or(eq(mails.recipient, recipient), eq(mails.accountId, accountId));
      await tx.delete(mails).where(and(theirs, isNotNull(mails.sentAt)));
    },
    async deleteTo(tx, recipients, before) {
      if (recipients.length === 0) return;
      const theirs = tx
        .select({ id: mails.id })
        .from(mails)
        .where(and(inArray(mails.recipient, [...recipients]), lte(mails.createdAt, before)))
        .for('update', { skipLocked: true });
      await tx.delete(mails).where(inArray(mails.id, theirs));
    },
    stop: () => transport?.close(),
  };
}

function rowOf(email: Email, { id = v7(), accountId }: EmailMetadata = {}, createdAt: Date) {
  const { to, subject, html, text, unsubscribeUrl, attachments } = email;
  if (!oneAddress.test(to)) throw new Error('An email needs exactly one address');
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

/** Removes line breaks, which would let a title inject headers. */
function oneLine(subject: string): string {
  return subject
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, MAX_SUBJECT_LENGTH);
}
