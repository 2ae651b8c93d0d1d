import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { batch } from '../database/batch.ts';
import type { Database } from '../database/connection.ts';
import type { JobHandler, Jobs } from '../jobs/jobs.ts';
import type { Logger } from '../log.ts';
import { MAIL_QUEUE, mailJob } from './mail-job.ts';
import { mails } from './schema.ts';
import { type Transport, Unreachable } from './transport.ts';

interface DeliveryParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly transport: Transport | null;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly log: Logger;
}

type Sending = DeliveryParts & { readonly transport: Transport };

/** Does a job of letters: sends them, or, where there is no mail server, lets the local mailbox show them as delivered. */
export function deliverEmails({ transport, ...parts }: DeliveryParts): JobHandler {
  const deliver = transport === null ? keepLetters(parts) : sendLetters({ ...parts, transport });
  return (data, leaving) => deliver(mailJob.parse(data).mailIds, leaving);
}

type Deliver = (mailIds: readonly string[], leaving: AbortSignal) => Promise<void>;

/** The row is the letter: those of the same moment are marked by one statement. */
const keepLetters = ({ db, clock }: Pick<DeliveryParts, 'db' | 'clock'>): Deliver =>
  batch(async jobs => {
    await db
      .update(mails)
      .set({ sentAt: clock() })
      .where(and(inArray(mails.id, jobs.flat()), isNull(mails.sentAt)));
    return jobs.map(() => undefined);
  });

/**
 * A letter that fails among several gets a job of its own, so that it is tried as often and as long as any and holds up
 * nobody. So do those that are left when the mail server is away, rather than wait for the same failure again and again,
 * or when the process is. When it dies before that, the whole job comes again.
 */
const sendLetters =
  ({ jobs, ...parts }: Sending): Deliver =>
  async (mailIds, leaving) => {
    const alone: string[] = [];
    for (const [index, mailId] of mailIds.entries()) {
      const failure = await sendLetter(parts, mailId);
      if (failure !== null && mailIds.length === 1) throw failure;
      if (failure !== null) alone.push(mailId);
      if (!leaving.aborted && !(failure instanceof Unreachable)) continue;
      alone.push(...mailIds.slice(index + 1));
      break;
    }
    await jobs.send(parts.db, MAIL_QUEUE, ...alone.map(mailId => ({ mailIds: [mailId] })));
  };

/**
 * Why it could not be sent; null: it was, now or before. Two workers may hold the same job (the first was slow to give
 * its heartbeat): the lock makes the second wait and then find the letter sent. Only a crash between the server's yes
 * and our commit can send it twice; SMTP offers nothing against that but the same Message-ID.
 */
const sendLetter = ({ db, clock, transport, log }: Omit<Sending, 'jobs'>, mailId: string) =>
  db.transaction(async (tx): Promise<Error | null> => {
    // The pool ends transactions that idle for 30 s; a slow mail server may need longer.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = '150s'`);
    const [mail] = await tx.select().from(mails).where(eq(mails.id, mailId)).for('update');
    if (mail === undefined || mail.sentAt !== null) return null;
    try {
      await transport.send(mail);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      await tx.update(mails).set({ failure: error.message }).where(eq(mails.id, mailId));
      return error;
    }
    // The links of a letter sign people in: gone once it is sent.
    const emptied = { html: '', text: '', unsubscribeUrl: null, attachments: [] };
    await tx
      .update(mails)
      .set({ sentAt: clock(), failure: null, ...emptied })
      .where(eq(mails.id, mailId));
    log.debug({ mail: mailId }, 'A letter was sent');
    return null;
  });
