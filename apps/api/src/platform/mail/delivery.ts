import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { batch } from '../database/batch.ts';
import type { JobHandler, Jobs } from '../jobs/jobs.ts';
import type { Logger } from '../log.ts';
import { type AdmissionParts, admit } from './admission.ts';
import { MAIL_QUEUE, mailJob } from './mail-job.ts';
import { EMPTY_CONTENT, mails } from './schema.ts';
import { MailServerUnavailable, RecipientRejected, type Transport } from './transport.ts';

interface DeliveryParts extends AdmissionParts {
  readonly transport: Transport | null;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly log: Logger;
}

type SmtpParts = DeliveryParts & { readonly transport: Transport };

/**
 * Handles jobs of the mail queue: sends the emails that the limits let through or, without a mail server, marks them as
 * delivered to the local mailbox.
 */
export function deliverEmails({ transport, ...parts }: DeliveryParts): JobHandler {
  const deliver = transport === null ? markDelivered(parts) : sendEmails({ ...parts, transport });
  return (data, signal, attempt) => deliver(mailJob.parse(data).mailIds, signal, attempt);
}

type Attempt = Parameters<JobHandler>[2];
type Deliver = (mailIds: readonly string[], signal: AbortSignal, attempt: Attempt) => Promise<void>;

/** The local mailbox reads the table itself. A few statements mark the emails of concurrent jobs. */
const markDelivered = (parts: AdmissionParts): Deliver =>
  batch(async jobs => {
    const { db, clock } = parts;
    await admit(parts, jobs.flat());
    await db
      .update(mails)
      .set({ sentAt: clock() })
      .where(and(inArray(mails.id, jobs.flat()), eq(mails.state, 'ready'), isNull(mails.sentAt)));
    return jobs.map(() => undefined);
  });

/**
 * Enqueues a failed email of several as a job of its own, so that it gets all its retries and delays no other. If the
 * mail server is unavailable or the process shuts down, does the same with the remaining emails instead of trying each.
 * If the process is killed, pg-boss retries the whole job, and `sendEmail` skips what was sent.
 */
const sendEmails =
  ({ jobs, ...parts }: SmtpParts): Deliver =>
  async (mailIds, signal, attempt) => {
    await admit(parts, mailIds);
    const retried: string[] = [];
    for (const [index, mailId] of mailIds.entries()) {
      const failure = await sendEmail(parts, mailId, { isLast: attempt.isLast && mailIds.length === 1 });
      if (failure !== null && mailIds.length === 1) throw failure;
      if (failure !== null) retried.push(mailId);
      if (!signal.aborted && !(failure instanceof MailServerUnavailable)) continue;
      retried.push(...mailIds.slice(index + 1));
      break;
    }
    await jobs.send(parts.db, MAIL_QUEUE, ...retried.map(mailId => ({ mailIds: [mailId] })));
  };

/**
 * Returns the error, or null if the email has been sent, now or earlier, or its recipient's server rejects it for good. Two workers may run the same job (if the first
 * one's heartbeat was late): the row lock makes the second one wait and then find the email sent. Only a crash between
 * the server's acceptance and our commit sends it twice; against that SMTP offers only the identical Message-ID.
 */
const sendEmail = (
  { db, clock, transport, log }: Pick<SmtpParts, 'db' | 'clock' | 'transport' | 'log'>,
  mailId: string,
  { isLast }: Attempt,
) =>
  db.transaction(async (tx): Promise<Error | null> => {
    // The pool ends transactions that idle for 30 s; a slow mail server may need longer.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = '150s'`);
    const [mail] = await tx.select().from(mails).where(eq(mails.id, mailId)).for('update');
    if (mail?.state !== 'ready' || mail.sentAt !== null) return null;
    try {
      await transport.send(mail);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const isRejected = error instanceof RecipientRejected && (error.isPermanent || isLast);
      await tx
        .update(mails)
        .set({ failure: error.message, ...(isRejected && { state: 'rejected' }) })
        .where(eq(mails.id, mailId));
      return isRejected ? null : error;
    }
    // The links of an email sign people in, so its content is deleted once it is sent.
    await tx
      .update(mails)
      .set({ sentAt: clock(), failure: null, ...EMPTY_CONTENT })
      .where(eq(mails.id, mailId));
    log.debug({ mail: mailId }, 'An email was sent');
    return null;
  });
