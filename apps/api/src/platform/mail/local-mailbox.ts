import { desc, eq, lt } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isLoopback, type Settings } from '../../settings.ts';
import type { Database } from '../database/connection.ts';
import { emailPage, mailboxPage } from './local-mailbox-page.tsx';
import { mails } from './schema.ts';

const MAILBOX_PATH = '/correo-local';
export const MAILBOX_PAGE_SIZE = 100;

interface MailboxParts {
  readonly db: Database;
  readonly settings: Settings;
  readonly publicUrl: string;
}

const idParam = z.object({ id: z.uuid() });
const attachmentParams = z.object({ id: z.uuid(), index: z.string().regex(/^\d$/).transform(Number) });
const olderQuery = z.object({ antes: z.uuid().optional() });

/**
 * The mailbox of a machine without a mail server: everybody's letters, with the links that sign in. Hence only for
 * whoever sits at that machine, see `isLocal`.
 */
export function registerLocalMailbox(app: FastifyInstance, { db, settings, publicUrl }: MailboxParts): void {
  if (settings.smtpUrl !== null || !isLoopback(publicUrl)) return;

  app.get(MAILBOX_PATH, { schema: { hide: true } }, async (request, reply) => {
    const query = olderQuery.safeParse(request.query);
    if (!isLocal(request) || !query.success) return reply.callNotFound();
    const { antes } = query.data;
    const rows = await db
      .select({
        id: mails.id,
        recipient: mails.recipient,
        subject: mails.subject,
        createdAt: mails.createdAt,
      })
      .from(mails)
      // Ids are in the order of their making.
      .where(antes === undefined ? undefined : lt(mails.id, antes))
      .orderBy(desc(mails.id))
      .limit(MAILBOX_PAGE_SIZE + 1);
    const letters = rows.slice(0, MAILBOX_PAGE_SIZE);
    const olderThan = rows.length > MAILBOX_PAGE_SIZE ? letters.at(-1)?.id : undefined;
    return sendPage(reply, mailboxPage({ letters, olderThan, isFirst: antes === undefined, settings }));
  });

  app.get(`${MAILBOX_PATH}/:id`, { schema: { hide: true } }, async (request, reply) => {
    const params = idParam.safeParse(request.params);
    if (!isLocal(request) || !params.success) return reply.callNotFound();
    const [letter] = await db.select().from(mails).where(eq(mails.id, params.data.id));
    if (letter === undefined) return reply.callNotFound();
    return sendPage(reply, emailPage({ letter, settings }));
  });

  app.get(`${MAILBOX_PATH}/:id/adjuntos/:index`, { schema: { hide: true } }, async (request, reply) => {
    const params = attachmentParams.safeParse(request.params);
    if (!isLocal(request) || !params.success) return reply.callNotFound();
    const { id, index } = params.data;
    const [letter] = await db.select({ attachments: mails.attachments }).from(mails).where(eq(mails.id, id));
    const attachment = letter?.attachments[index];
    if (attachment === undefined) return reply.callNotFound();
    const { name, type, content } = attachment;
    return shut(reply)
      .header('content-disposition', `attachment; filename="${name}"`)
      .type(type)
      .send(content);
  });
}

/**
 * Comes the request from this machine itself? The connection must, no proxy may have passed it on, and the name that
 * was typed must be the machine's own: a foreign page whose name resolves to 127.0.0.1 gets nothing (DNS rebinding).
 */
function isLocal(request: FastifyRequest): boolean {
  const remote = request.socket.remoteAddress ?? '';
  const fromHere = remote === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(remote);
  const passedOn =
    request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return (
    fromHere &&
    !passedOn &&
    URL.canParse(`http://${request.headers.host}`) &&
    isLoopback(`http://${request.headers.host}`)
  );
}

/** Nothing of it runs, is framed or is kept. */
const shut = (reply: FastifyReply): FastifyReply =>
  reply
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    )
    .header('cache-control', 'no-store');

const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  shut(reply).type('text/html; charset=utf-8').send(html);
