import { and, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { mailDestination, type Settings } from '../../settings.ts';
import type { Clock } from '../clock.ts';
import type { Database, Executor } from '../database/connection.ts';
import { inLockedRows, preparedInsert } from '../database/queries.ts';
import type { Jobs, WorkOptions } from '../jobs/jobs.ts';
import { foldAddress, rateLimitKey } from '../limits/limits.ts';
import type { Logger } from '../log.ts';
import type { CurrentSite } from '../site/current-site.ts';
import { admitAll, type FindActivities, type MailReasons } from './admission.ts';
import { createSmtpTransport, deliverEmails, MAIL_QUEUE, mailJobs } from './delivery.ts';
import { type Email, filledEmail } from './email.ts';
import { firstEmails, type MailKind, ruleOf } from './kinds.ts';
import { resumeReviewed, sendHeld } from './overflow.ts';
import { mails } from './schema.ts';
import { EMAIL_RETENTION_DAYS, emptySentEmails, sweepEmails } from './sweep.ts';

/**
 * The cause of an email: the recipient, by an action in a session of the account with this address; an account; a visitor (anonymous, or
 * with an origin), who may have entered another person's address; or the site, at a scheduled time or by an administrator's decision.
 */
export type MailCause =
  | 'recipient'
  | 'site'
  | 'visitor'
  | { readonly accountId: string }
  | { readonly origin: string };

export interface EmailMetadata {
  /** The name of the email's template, which determines its limits (`rules.ts`). */
  readonly kind: MailKind;
  readonly cause: MailCause;
  /** The activity that the email is about, if any. */
  readonly activityId?: string | null;
  readonly id?: string;
  /** The account that the email is about; the sent email is deleted with it. */
  readonly accountId?: string;
  /**
   * The fact that the email states, such as a date, for kinds of which the latest state is enough: an email that states the fact of the
   * preceding one is dropped. If `before` is set, it is dropped only while an email that states `before` is held, which it replaces.
   */
  readonly fact?: { readonly now: string; readonly before?: string };
}

export interface OutgoingEmail extends EmailMetadata {
  readonly email: Email;
}

export interface Mailer {
  /**
   * Stores the email and the job that sends it in the caller's transaction. Returns false and stores nothing if an
   * email with `metadata.id` exists already. An email beyond the limits of its kind is sent later (`admission.ts`).
   */
  send(tx: Executor, email: Email, metadata: EmailMetadata): Promise<boolean>;
  /** Sends several emails and returns how many were stored. With `isBulk`, other emails are sent first. */
  sendAll(tx: Executor, emails: readonly OutgoingEmail[], options?: { isBulk?: boolean }): Promise<number>;
  /**
   * Clears the facts that emails of a kind to an address stated about an activity, in the caller's transaction, since the recipient has changed
   * them: an email with the same fact is sent again.
   */
  forgetFact(
    tx: Executor,
    about: { readonly recipient: string; readonly kind: MailKind; readonly activityId: string },
  ): Promise<void>;
  /**
   * Deletes the undecided emails to an address about an activity, and those held for review, in the caller's transaction. Returns true if the
   * first email about the activity was among them, so the recipient does not know of the activity.
   */
  discardUnheard(
    tx: Executor,
    about: { readonly recipient: string; readonly activityId: string },
  ): Promise<boolean>;
  /**
   * Deletes the emails to an address or about an account, except those that are ready to be sent, in the caller's transaction. Also removes the
   * address as the reply address of other emails.
   */
  deleteSent(tx: Executor, recipient: string, accountId: string): Promise<void>;
  /**
   * Deletes the e-mails to these addresses that were created before a time, sent or not, in the caller's transaction. Skips an e-mail that is
   * being sent, since waiting for a mail server would hold the caller's locks; its content is deleted when it is sent, the row by a sweep.
   */
  deleteTo(tx: Executor, recipients: readonly string[], before: Date): Promise<void>;
  /** Decides about all stored emails, as the jobs do. */
  decide(): Promise<void>;
  /** Sends the held emails that are due. Makes two queries if none is due. Logs failures to `log`. */
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
  readonly site: Pick<CurrentSite, 'current'>;
  readonly findActivities: FindActivities;
  readonly reasons: MailReasons;
  /** Whether e-mails and their jobs wait even if a mail server is configured. */
  readonly isHolding: boolean;
}

/**
 * The retries of the mail queue. The delays are 1 s, 2 s, 4 s … up to 4 h, each up to twice as long; the last attempt is 2.8 to 3.1 days
 * after the first.
 */
export const MAIL_RETRIES = {
  concurrency: 5,
  retryLimit: 30,
  retryDelay: 1,
  retryDelayMax: 4 * 60 * 60,
  // Jobs are retained as long as their e-mails, which on a public site without a mail server wait for one.
  retention: EMAIL_RETENTION_DAYS * 24 * 60 * 60,
} satisfies WorkOptions;

/**
 * The concurrency without a mail server, when a job is a few updates, which concurrent jobs share. One worker fetches so many, so that a
 * new job wakes one worker instead of five.
 */
const LOCAL_CONCURRENCY = 20;
/** Stores e-mails, and returns the ids of those that did not exist. */
const insertMails = preparedInsert<typeof mails, { id: string }>(
  mails,
  insert => sql`${insert} on conflict (id) do nothing returning id`,
);
/** The schedule of the sweep (UTC): at night in America, and not on the hour. */
const DAILY = '23 8 * * *';
const MAX_SUBJECT_LENGTH = 200;
// Matches exactly one address. The contract's schemas are stricter; this is a safeguard for addresses from other sources.
const oneAddress = /^[^\s\p{Cc}<>()[\],;:"\\@]+@[^\s\p{Cc}<>()[\],;:"\\@]+$/u;

/**
 * Transactional outbox: a job sends each email after the commit and retries for three days. On a public site without a mail server the
 * emails and their jobs wait until a process has one.
 */
export function createMailer({ settings, isHolding, ...parts }: MailerParts): Mailer {
  const { db, clock, jobs } = parts;
  const factor = settings.rateLimitFactor;
  const transport = createSmtpTransport(settings, parts.site);
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
    const site = parts.site.current();
    const written = await insertMails(
      tx,
      emails.map(({ email, ...metadata }) =>
        rowOf({ ...metadata, email: filledEmail(email, site) }, createdAt),
      ),
    );
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
      // Skips emails that another transaction has locked to decide about them, since waiting for it could cause a deadlock.
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
    id,
    recipient: to,
    accountId,
    subject: oneLine(subject),
    html,
    text,
    unsubscribeUrl,
    replyTo,
    attachments,
    kind,
    activityId,
    sender: senderOf(cause),
    createdAt,
    fact: fact?.now ?? null,
    factBefore: fact?.before ?? null,
    mailbox: isLimited ? foldAddress(to) : null,
    state: isLimited || (hasActivityText && activityId !== null) ? ('new' as const) : ('ready' as const),
  };
}

/** The sender without personal data: an origin is hashed, as in the counters of rate limits. */
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
