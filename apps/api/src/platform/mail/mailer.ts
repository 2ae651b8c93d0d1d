import { and, eq, inArray, isNotNull, lte, or } from 'drizzle-orm';
import { v7 } from 'uuid';
import { mailDestination, type Settings } from '../../settings.ts';
import type { Clock } from '../clock.ts';
import type { Database, Executor } from '../database/connection.ts';
import { inLockedRows } from '../database/queries.ts';
import type { Jobs, WorkOptions } from '../jobs/jobs.ts';
import { foldAddress, rateLimitKey } from '../limits/limits.ts';
import type { Logger } from '../log.ts';
import { admitAll, type FindActivities, type MailReasons } from './admission.ts';
import { createSmtpTransport, deliverEmails, MAIL_QUEUE, mailJobs } from './delivery.ts';
import type { Email } from './email.ts';
import { resumeReviewed, sendHeld } from './overflow.ts';
import { firstEmails, type MailKind, ruleOf } from './rules.ts';
import { mails } from './schema.ts';
import { EMAIL_RETENTION_DAYS, emptySentEmails, sweepEmails } from './sweep.ts';

/**
 * Who causes an email: the recipient, by an act with a session of this address; an account; a visitor, who may have entered the
 * recipient's address, which proves nothing; or the site, because the time has come or an administrator decided.
 */
export type MailCause =
  | 'recipient'
  | 'site'
  | 'visitor'
  | { readonly accountId: string }
  | { readonly origin: string };

export interface EmailMetadata {
  /** The name of its template, which decides about its limits (`mail-rules.ts`). */
  readonly kind: MailKind;
  readonly cause: MailCause;
  /** The activity that it is about, if it is about one. */
  readonly activityId?: string | null;
  readonly id?: string;
  /** The account that the email is about; the sent email is deleted with it. */
  readonly accountId?: string;
  /**
   * What it tells, for kinds of which the latest state is enough. `before`: what the recipient has to believe for it to be new, by default
   * anything else.
   */
  readonly fact?: { readonly now: string; readonly before?: string };
}

export interface OutgoingEmail extends EmailMetadata {
  readonly email: Email;
}

export interface Mailer {
  /**
   * Stores the email and the job that sends it in the caller's transaction. Returns false and stores nothing if an
   * email with `metadata.id` exists already. What is beyond the limits of its kind is sent later (`admission.ts`).
   */
  send(tx: Executor, email: Email, metadata: EmailMetadata): Promise<boolean>;
  /** Sends several emails; returns how many were stored. `isBulk`: others are sent first. */
  sendAll(tx: Executor, emails: readonly OutgoingEmail[], options?: { isBulk?: boolean }): Promise<number>;
  /**
   * Forgets what emails of a kind told an address about an activity, in the caller's transaction, since the recipient has changed it: the same
   * fact is new again.
   */
  forgetFact(
    tx: Executor,
    about: { readonly recipient: string; readonly kind: MailKind; readonly activityId: string },
  ): Promise<void>;
  /**
   * Deletes the emails about an activity that is not public that an address has not got yet, in the caller's transaction. Returns whether the
   * first one was among them: the person has not heard of the activity.
   */
  discardUnheard(
    tx: Executor,
    about: { readonly recipient: string; readonly activityId: string },
  ): Promise<boolean>;
  /**
   * Deletes emails to an address or about an account that were sent or are held, in the caller's transaction. Replies to others do not go to
   * the address any more.
   */
  deleteSent(tx: Executor, recipient: string, accountId: string): Promise<void>;
  /**
   * Deletes e-mails to these addresses from before a time, sent or not, in the caller's transaction. One that is being sent at this
   * moment stays, without content, until it is swept: waiting for a mail server would hold the caller's locks.
   */
  deleteTo(tx: Executor, recipients: readonly string[], before: Date): Promise<void>;
  /** Decides about all stored emails, as the jobs do. */
  decide(): Promise<void>;
  /** Sends what is due of the held emails; two queries if nothing is. `log`: for those that fail. */
  sendHeld(signal?: AbortSignal, log?: Logger): Promise<void>;
  /** Closes idle connections to the mail server. To be called after the jobs have stopped. */
  stop(): void;
}

interface MailerParts {
  readonly settings: Settings;
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly publicUrl: string;
  readonly findActivities: FindActivities;
  readonly reasons: MailReasons;
  /** E-mails and their jobs wait, although there is a mail server. */
  readonly isHolding: boolean;
}

/**
 * Delays of 1 s, 2 s, 4 s … up to 4 h, each up to twice as long: the last attempt is 2.8 to 3.1 days after the first.
 */
export const MAIL_RETRIES = {
  concurrency: 5,
  retryLimit: 30,
  retryDelay: 1,
  retryDelayMax: 4 * 60 * 60,
  // As long as the e-mails: those of a public site without a mail server wait for one.
  retention: EMAIL_RETENTION_DAYS * 24 * 60 * 60,
} satisfies WorkOptions;

/** Without a mail server a job is a few updates. With more at once requests would wait for connections to the database. */
const LOCAL_CONCURRENCY = 10;
/** At night in America, and not on the hour. */
const DAILY = '23 8 * * *';
const MAX_SUBJECT_LENGTH = 200;
// Exactly one address. The contract's schemas are stricter; this is a safeguard for addresses from other sources.
const oneAddress = /^[^\s\p{Cc}<>()[\],;:"\\@]+@[^\s\p{Cc}<>()[\],;:"\\@]+$/u;

/**
 * Transactional outbox: a job sends each email after the commit and retries for three days. On a public site without a mail server the
 * emails and their jobs wait until a process has one.
 */
export function createMailer({ settings, isHolding, ...parts }: MailerParts): Mailer {
  const { db, clock, jobs } = parts;
  const factor = settings.rateLimitFactor;
  const transport = createSmtpTransport(settings);
  jobs.work(MAIL_QUEUE, deliverEmails({ ...parts, factor, transport }), {
    ...MAIL_RETRIES,
    ...(transport === null && { concurrency: LOCAL_CONCURRENCY }),
    isPaused: isHolding || mailDestination(settings, parts.publicUrl) === 'none',
  });
  jobs.every('mail-sweep', DAILY, async () => {
    if (transport !== null) await emptySentEmails({ db });
    const { expired } = await sweepEmails({ db, clock });
    if (expired > 0)
      parts.log.warn({ emails: expired }, 'E-mails that could not be sent in 90 days have expired');
  });
  const sendAll: Mailer['sendAll'] = async (tx, emails, { isBulk = false } = {}) => {
    if (emails.length === 0) return 0;
    const createdAt = clock();
    const written = await tx
      .insert(mails)
      .values(emails.map(email => rowOf(email, createdAt)))
      .onConflictDoNothing({ target: mails.id })
      .returning({ id: mails.id });
    const enqueue = isBulk ? jobs.sendLate : jobs.send;
    await enqueue(tx, MAIL_QUEUE, ...mailJobs(written.map(({ id }) => id)));
    return written.length;
  };
  return {
    send: async (tx, email, metadata) => (await sendAll(tx, [{ email, ...metadata }])) === 1,
    sendAll,
    async forgetFact(tx, { recipient, kind, activityId }) {
      const isAbout = and(eq(mails.kind, kind), eq(mails.activityId, activityId));
      await tx
        .update(mails)
        .set({ fact: null })
        .where(and(eq(mails.mailbox, foldAddress(recipient)), isAbout, isNotNull(mails.fact)));
    },
    async discardUnheard(tx, { recipient, activityId }) {
      const isAbout = and(eq(mails.recipient, recipient), eq(mails.activityId, activityId));
      const discarded = await tx
        .delete(mails)
        .where(and(inArray(mails.state, ['new', 'review']), isAbout))
        .returning({ kind: mails.kind });
      return discarded.some(({ kind }) => kind !== null && firstEmails.includes(kind));
    },
    async deleteSent(tx, recipient, accountId) {
      const theirs = or(eq(mails.recipient, recipient), eq(mails.accountId, accountId));
      await tx.delete(mails).where(and(theirs, isNotNull(mails.sentAt)));
      await tx.update(mails).set({ replyTo: null }).where(eq(mails.replyTo, recipient));
      // Those about which another transaction decides at this moment are skipped: it may wait for one that waits for this account.
      const undecided = tx
        .select({ id: mails.id })
        .from(mails)
        .where(and(theirs, inArray(mails.state, ['new', 'held', 'review', 'rejected'])))
        .for('update', { skipLocked: true });
      await tx.delete(mails).where(inLockedRows(mails.id, undecided));
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
    decide: () => admitAll({ ...parts, factor }),
    async sendHeld(signal, log = parts.log) {
      await resumeReviewed({ ...parts, factor, log }, signal);
      await sendHeld({ ...parts, factor, log }, signal);
    },
    stop: () => transport?.close(),
  };
}

function rowOf(
  { email, kind, cause, activityId = null, id = v7(), accountId, fact }: OutgoingEmail,
  createdAt: Date,
) {
  const { to, subject, html, text, unsubscribeUrl, replyTo = null, attachments } = email;
  if (![to, replyTo ?? to].every(address => oneAddress.test(address)))
    throw new Error('An email needs exactly one address');
  const { limit, hasActivityText = false } = ruleOf(kind);
  const isLimited = limit !== 'none' && cause !== 'recipient';
  return {
    ...{
      id,
      recipient: to,
      accountId,
      subject: oneLine(subject),
      html,
      text,
      unsubscribeUrl,
      replyTo,
      attachments,
    },
    ...{ kind, activityId, sender: senderOf(cause), createdAt },
    ...{ fact: fact?.now ?? null, factBefore: fact?.before ?? null },
    mailbox: isLimited ? foldAddress(to) : null,
    state: isLimited || (hasActivityText && activityId !== null) ? ('new' as const) : ('ready' as const),
  };
}

/** Without personal data: an origin is hashed, as in the counters of rate limits. */
function senderOf(cause: MailCause): string | null {
  if (typeof cause === 'string') return null;
  return 'accountId' in cause ? cause.accountId : rateLimitKey(cause.origin);
}

/** Removes line breaks, which would let a title inject headers. */
function oneLine(subject: string): string {
  return subject
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, MAX_SUBJECT_LENGTH);
}
