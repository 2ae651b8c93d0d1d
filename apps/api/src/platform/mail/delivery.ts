import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import { together } from '../database/together.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import type { Logger } from '../log.ts';
import { mails } from './schema.ts';
import type { Transport } from './transport.ts';

interface DeliveryParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly transport: Transport | null;
  readonly log: Logger;
}

const mailJob = z.object({ mailId: z.uuid() });

/** Does the job of one letter: sends it, or, where there is no mail server, lets the local mailbox show it as delivered. */
export function deliverLetter({ transport, ...parts }: DeliveryParts): JobHandler {
  const deliver = transport === null ? keepLetter(parts) : sendLetter({ ...parts, transport });
  return data => deliver(mailJob.parse(data).mailId);
}

type Deliver = (mailId: string) => Promise<void>;

/** The row is the letter: those of the same moment are marked by one statement. */
const keepLetter = ({ db, clock }: Omit<DeliveryParts, 'transport'>): Deliver =>
  together(async ids => {
    await db
      .update(mails)
      .set({ sentAt: clock() })
      .where(and(inArray(mails.id, [...ids]), isNull(mails.sentAt)));
    return ids.map(() => undefined);
  });

/**
 * Two workers may hold the same job (the first was slow to give its heartbeat): the lock makes the second wait and then
 * find the letter sent. Only a crash between the server's yes and our commit can send it twice; SMTP offers nothing
 * against that but the same Message-ID.
 */
function sendLetter({
  db,
  clock,
  transport,
  log,
}: DeliveryParts & { readonly transport: Transport }): Deliver {
  return async mailId => {
    const failure = await db.transaction(async tx => {
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
    if (failure !== null) throw failure;
  };
}
