import { and, desc, eq, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { mailDestination, type Settings } from '../../settings.ts';
import type { Database } from '../database/connection.ts';
import { isLocalRequest } from '../http/local-request.ts';
import { brandOf } from '../site/brand.ts';
import type { CurrentSite } from '../site/current-site.ts';
import { emailPage, mailboxPage } from './local-mailbox-page.tsx';
import type { Mailer } from './mailer.ts';
import { light } from './palette.ts';
import { mails } from './schema.ts';

const MAILBOX_PATH = '/correo-local';
export const MAILBOX_PAGE_SIZE = 100;

interface MailboxParts {
  readonly db: Database;
  readonly mailer: Pick<Mailer, 'decide'>;
  readonly settings: Settings;
  readonly publicUrl: string;
  readonly site: CurrentSite;
}

const idParam = z.object({ id: z.uuid() });
const attachmentParams = z.object({
  id: z.uuid(),
  index: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number),
});
const olderQuery = z.object({ antes: z.uuid().optional() });

/**
 * Shows all emails when no mail server is configured. They contain links that sign people in, so only requests from the
 * same machine are allowed.
 */
export function registerLocalMailbox(
  app: FastifyInstance,
  { db, mailer, settings, publicUrl, site }: MailboxParts,
): void {
  if (mailDestination(settings, publicUrl) !== 'mailbox') return;

  app.get(MAILBOX_PATH, { schema: { hide: true } }, async (request, reply) => {
    const query = olderQuery.safeParse(request.query);
    if (!isLocal(request) || !query.success) return reply.callNotFound();
    const { antes } = query.data;
    // Decides about new emails first, so that the page has those that a mail server would get, without those that the limits hold.
    await mailer.decide();
    const rows = await db
      .select({
        id: mails.id,
        recipient: mails.recipient,
        subject: mails.subject,
        createdAt: mails.createdAt,
      })
      .from(mails)
      // The order is by time of creation, since the ids of notifications are derived from their subjects and not from the time.
      .where(
        and(
          eq(mails.state, 'ready'),
          antes === undefined
            ? undefined
            : sql`(${mails.createdAt}, ${mails.id}) < (select created_at, id from mails where id = ${antes})`,
        ),
      )
      .orderBy(desc(mails.createdAt), desc(mails.id))
      .limit(MAILBOX_PAGE_SIZE + 1);
    const emails = rows.slice(0, MAILBOX_PAGE_SIZE);
    const olderThan = rows.length > MAILBOX_PAGE_SIZE ? emails.at(-1)?.id : undefined;
    return sendPage(reply, site, mailboxPage({ emails, olderThan, isFirst: antes === undefined, settings }));
  });

  app.get(`${MAILBOX_PATH}/:id`, { schema: { hide: true } }, async (request, reply) => {
    const params = idParam.safeParse(request.params);
    if (!isLocal(request) || !params.success) return reply.callNotFound();
    const [email] = await db
      .select()
      .from(mails)
      .where(and(eq(mails.id, params.data.id), eq(mails.state, 'ready')));
    if (email === undefined) return reply.callNotFound();
    return sendPage(reply, site, emailPage({ email, settings }));
  });

  app.get(`${MAILBOX_PATH}/:id/adjuntos/:index`, { schema: { hide: true } }, async (request, reply) => {
    const params = attachmentParams.safeParse(request.params);
    if (!isLocal(request) || !params.success) return reply.callNotFound();
    const { id, index } = params.data;
    const [email] = await db
      .select({ attachments: mails.attachments })
      .from(mails)
      .where(and(eq(mails.id, id), eq(mails.state, 'ready')));
    const attachment = email?.attachments[index];
    if (attachment === undefined) return reply.callNotFound();
    const { name, type, content, contentId } = attachment;
    return withStrictHeaders(reply)
      .header('content-disposition', `attachment; filename="${name}"`)
      .type(type)
      .send(contentId === undefined ? content : Buffer.from(content, 'base64'));
  });
}

const isLocal = ({ headers, socket }: FastifyRequest): boolean =>
  isLocalRequest({ headers, address: socket.remoteAddress });

/** Sets headers that prevent scripts, framing and caching. */
const withStrictHeaders = (reply: FastifyReply): FastifyReply =>
  reply
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    )
    .header('cache-control', 'no-store');

/** Sends a page in the site's colour. */
const sendPage = (reply: FastifyReply, site: CurrentSite, html: string): FastifyReply =>
  withStrictHeaders(reply)
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(light.forest, brandOf(site.current()).forest));
