import { DEFAULT_SITE, type Site } from '@minga/contract/site';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { isLoopback, type Settings } from '../../settings.ts';
import { type JobHandler, type Jobs, PermanentJobError } from '../jobs/jobs.ts';
import { failureCodes, type Logger } from '../log.ts';
import type { CurrentSite } from '../site/current-site.ts';
import { batch } from '../speed/batch.ts';
import { type AdmissionParts, admit } from './admission.ts';
import { type Attachment, EMPTY_CONTENT, mails } from './schema.ts';

export const MAIL_QUEUE = 'mails';

/** The maximum is low, since a job sends its emails one after the other and the last one should not wait long. */
const MAX_EMAILS_PER_JOB = 10;

/** Groups emails into jobs, since a job costs the database more than an email. */
export const mailJobs = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / MAX_EMAILS_PER_JOB) }, (_, index) => ({
    mailIds: ids.slice(index * MAX_EMAILS_PER_JOB, (index + 1) * MAX_EMAILS_PER_JOB),
  }));

/** The data of a job. Jobs of earlier releases contain one email. */
export const mailJob = z.union([
  z.object({ mailIds: z.array(z.uuid()) }),
  z.object({ mailId: z.uuid() }).transform(({ mailId }) => ({ mailIds: [mailId] })),
]);

/** The data of one email that the transport needs. */
interface Envelope {
  /** The row's id. Every attempt has the same Message-ID, so that the receiver can detect a duplicate. */
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly unsubscribeUrl: string | null;
  readonly replyTo: string | null;
  readonly attachments: readonly Attachment[];
  readonly createdAt: Date;
}

/** The server could not be reached or rejected the connection, so every other email would fail too. */
class MailServerUnavailable extends Error {}

/** The recipient's server does not accept e-mails to this address. E-mails to other addresses may succeed. */
class RecipientRejected extends Error {
  /** Whether a retry is useless. */
  readonly isPermanent: boolean;

  constructor(reason: string, isPermanent: boolean) {
    super(reason);
    this.isPermanent = isPermanent;
  }
}

export interface Transport {
  /**
   * Resolves when the server has accepted the email. Throws RecipientRejected if the address was rejected, MailServerUnavailable if every
   * other email would fail too, PermanentJobError if a retry is useless for another reason, and another error if a retry may succeed. The
   * messages of the errors contain no addresses.
   */
  send(envelope: Envelope): Promise<void>;
  /** Closes idle connections. */
  close(): void;
}

const MAX_CONNECTIONS = 5;
const CONNECT_TIMEOUT_MS = 10_000;
// Some servers take long to accept a message; the row stays locked until then (see `sendEmail`).
const RESPONSE_TIMEOUT_MS = 60_000;

/** Returns null without SMTP_URL: the local mailbox then shows the emails. */
export function createSmtpTransport(
  settings: Settings,
  site: Pick<CurrentSite, 'current'>,
): Transport | null {
  if (settings.smtpUrl === null) return null;
  const smtp = createTransport({
    ...connectionOf(settings.smtpUrl),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: RESPONSE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([\w.-]+)>?\s*$/.exec(settings.mailFrom)?.[1] ?? 'localhost';
  return {
    async send({ id, recipient, subject, html, text, unsubscribeUrl, replyTo, attachments, createdAt }) {
      try {
        await smtp.sendMail({
          messageId: `<${id}@${domain}>`,
          date: createdAt,
          from: senderOf(settings.mailFrom, site.current()),
          // The address is in an object, so that a comma cannot add a second recipient.
          to: { name: '', address: recipient },
          ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
          subject,
          html,
          text,
          attachments: attachments.map(({ name, type, content, contentId }) => ({
            filename: name,
            contentType: type,
            content,
            ...(contentId !== undefined && inlineImage(contentId)),
          })),
          // 'Auto-Submitted' suppresses automatic replies (RFC 3834).
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...unsubscribeHeaders(unsubscribeUrl, site.current()),
          },
        });
      } catch (error) {
        throw toTransportError(error);
      }
    },
    close: () => smtp.close(),
  };
}

/** Requires TLS for a password, except on this machine: nodemailer would send it in plain text if STARTTLS is not offered. */
function connectionOf(smtpUrl: string): { url: string; requireTLS: boolean } {
  const url = new URL(smtpUrl);
  const hasCredentials = url.username !== '' || url.password !== '';
  const requireTLS = hasCredentials && !isLoopback(smtpUrl);
  // A parameter of the URL would take precedence over the option.
  if (requireTLS) url.searchParams.delete('requireTLS');
  return { url: url.href, requireTLS };
}

/** Makes mail programs show the image in the HTML part (RFC 2392), and not as a file that the recipient opens. */
const inlineImage = (contentId: string) => ({
  encoding: 'base64',
  cid: contentId,
  contentDisposition: 'inline' as const,
});

/** With these headers mail programs unsubscribe by one POST, without a page (RFC 8058), and can filter by the list's id (RFC 2919). */
const unsubscribeHeaders = (url: string | null, { name }: Pick<Site, 'name'>): Record<string, string> =>
  url === null
    ? {}
    : {
        'List-Id': `Avisos de ${name.replaceAll(/[^\p{L}\p{N} ]/gu, '')} <avisos.${new URL(url).hostname}>`,
        'List-Unsubscribe': `<${url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };

/** Classifies an error. SMTP responses contain addresses, so the message has only the codes, for example `EENVELOPE 550 5.1.1`. */
function toTransportError(error: unknown): Error {
  const { code, responseCode, response, command } = (error ?? {}) as Record<string, unknown>;
  const text = typeof response === 'string' ? response : '';
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0];
  // nodemailer stores the code of a system error or of a certificate in `originalCode`.
  const causes = failureCodes(error).filter(one => one !== code && /^[A-Z][A-Z0-9_]*$/.test(one));
  const parts = [code, ...causes, responseCode, status];
  const reason = parts.filter(part => part !== undefined).join(' ') || 'UNKNOWN';
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return new MailServerUnavailable(reason);
  // Without a response code, nodemailer itself has rejected the address.
  if (code === 'EENVELOPE' && responseCode === undefined) return new RecipientRejected(reason, true);
  // A 5xx reply to this recipient or message is permanent (RFC 5321, section 4.2.1). A 5xx reply to the sender, or 530 (RFC 4954), concerns
  // the settings, which the operator may correct within the retries.
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500 && responseCode !== 530;
  if (command === 'RCPT TO' && responseCode !== 530 && isAboutAddress(status, text))
    return new RecipientRejected(reason, isPermanent);
  return isPermanent && command !== 'MAIL FROM' ? new PermanentJobError(reason) : new Error(reason);
}

/**
 * Returns true if a reply to RCPT is about the address, and false if it is about this server, which may not relay or is on a blocklist. By
 * RFC 3463, x.1.y is about an address (x.1.7 and x.1.8 about the sender's), x.2.y about a mailbox, x.3.y and x.5.y about the server. Other
 * replies can be told apart only by their text.
 */
function isAboutAddress(status: string | undefined, text: string): boolean {
  const [, subject, detail] = status?.split('.') ?? [];
  if (subject === '1') return detail !== '7' && detail !== '8';
  if (subject === '2') return true;
  if (subject === '3' || subject === '5') return false;
  const words = text.replaceAll(/\S*@\S*/g, '');
  return !/relay|authenti|spam|block|black|reputation|rate|too many|sender|client|dmarc|\bspf\b|\bdkim\b|grey|gray/i.test(
    words,
  );
}

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

/**
 * Marks emails as delivered to the local mailbox, which reads the table itself. Marks the emails of concurrent jobs with a few statements.
 */
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
 * Sends the emails of a job. If one of several emails fails, it becomes a job of its own, so that it gets all its retries and delays no other
 * email. If the mail server is unavailable or the process shuts down, all remaining emails become such jobs without an attempt.
 * If the process is killed, pg-boss retries the whole job, and `sendEmail` skips the emails that were sent.
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
 * Sends an email. Returns the error if a retry may succeed, and null if the email has been sent, now or earlier, is not to be sent any more,
 * or is permanently rejected by the recipient's server. If the heartbeat of a worker is late, a second worker may run the same job; the row
 * lock makes it wait, and then it skips the sent email. Only a crash between the server's acceptance and our commit sends an email twice;
 * SMTP offers no protection from that other than the identical Message-ID.
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

/**
 * The sender of e-mails: the address of MAIL_FROM, with the site's name. A site with the default name has the name that the operator
 * wrote into MAIL_FROM.
 */
function senderOf(
  mailFrom: string,
  { name }: Pick<Site, 'name'>,
): string | { name: string; address: string } {
  if (name === DEFAULT_SITE.name) return mailFrom;
  return { name, address: /[^<>\s]+@[^<>\s]+/.exec(mailFrom)?.[0] ?? mailFrom };
}
