import { createTransport } from 'nodemailer';
import type { Settings } from '../../settings.ts';
import { PermanentJobError } from '../jobs/jobs.ts';
import type { Attachment } from './schema.ts';

/** One letter on its way to a mail server. */
interface Envelope {
  /** The row's id: every attempt carries the same Message-ID, so that a receiver may know a repetition. */
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly unsubscribeUrl: string | null;
  readonly attachments: readonly Attachment[];
  readonly createdAt: Date;
}

/** The server did not come to look at the letter: it is away, or does not let us in. */
export class Unreachable extends Error {}

export interface Transport {
  /** Resolves once the server has taken the letter; throws when not: Hopeless where trying again is useless, Unreachable where another letter would fare no better. The message says why, without addresses. */
  send(envelope: Envelope): Promise<void>;
  /** Closes idle connections. */
  close(): void;
}

const CONNECTIONS = 5;
const CONNECT_MS = 10_000;
// A server may think for a while about a letter's end; the row stays locked meanwhile (see delivery.ts).
const SILENCE_MS = 60_000;

/** Letters by SMTP, or null without SMTP_URL: then the table itself is the mailbox. */
export function createSmtpTransport(settings: Settings): Transport | null {
  if (settings.smtpUrl === null) return null;
  const smtp = createTransport({
    url: settings.smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([\w.-]+)>?\s*$/.exec(settings.mailFrom)?.[1] ?? 'localhost';
  return {
    async send({ id, recipient, subject, html, text, unsubscribeUrl, attachments, createdAt }) {
      try {
        await smtp.sendMail({
          messageId: `<${id}@${domain}>`,
          date: createdAt,
          from: settings.mailFrom,
          // As an object, so that a comma never makes two recipients of one.
          to: { name: '', address: recipient },
          subject,
          html,
          text,
          attachments: attachments.map(({ name, type, content }) => ({
            filename: name,
            contentType: type,
            content,
          })),
          // RFC 3834: no holiday answers to a machine.
          headers: { 'Auto-Submitted': 'auto-generated', ...endingHeaders(unsubscribeUrl) },
        });
      } catch (error) {
        throw refusalOf(error);
      }
    },
    close: () => smtp.close(),
  };
}

/** RFC 8058: mail programs end such letters by one POST, without a visit. */
const endingHeaders = (url: string | null): Record<string, string> =>
  url === null
    ? {}
    : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/** Server answers quote addresses; kept are the codes alone, for example `EENVELOPE 550 5.1.1`. */
function refusalOf(error: unknown): Error {
  const { code, responseCode, response } = (error ?? {}) as Record<string, unknown>;
  const status = typeof response === 'string' ? /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0] : undefined;
  const reason = [code, responseCode, status].filter(part => part !== undefined).join(' ') || 'UNKNOWN';
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return new Unreachable(reason);
  // 5.1.x (RFC 3463): there is no such address, and there will be none in three days.
  return status?.startsWith('5.1.') === true && code === 'EENVELOPE'
    ? new PermanentJobError(reason)
    : new Error(reason);
}
