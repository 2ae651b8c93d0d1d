import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendCacheable, sendCached } from '../../platform/http/cached-response.ts';
import type { Cookie } from '../../platform/http/cookies.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Head, HTML_TYPE, type Shell, sendHtml } from './shell.ts';
import type { RenderedPage } from './ssr-renderer.ts';

/** Sends a public screen. */
export type SendPage = Send<Head, string | FastifyReply>;

type Send<H, Sent> = (
  request: FastifyRequest,
  reply: FastifyReply,
  head: H,
  paint: () => Promise<RenderedPage>,
) => Promise<Sent>;

export interface SsrPages {
  /** Sends what is kept for this address to who has no session; null: there is nothing. */
  resend(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | null>;
  send: SendPage;
  /** In the place of what is not there. Such addresses have no end: none is kept. */
  sendUnknown: Send<Head & { status: number }, FastifyReply>;
}

/**
 * Who has no session is sent the screen as everybody sees it, kept until something public changes; who has one gets it
 * empty, since the code alone knows what they may see. What cannot be painted is sent empty too: the code will say why.
 */
export function ssrPages(
  app: FastifyInstance,
  { clock }: Platform,
  sessionCookie: Cookie,
  shell: Shell,
): SsrPages {
  const { log } = app;
  const hasSession = (request: FastifyRequest) => sessionCookie.read(request) !== undefined;
  const painted = (paint: () => Promise<RenderedPage>) =>
    paint().catch(error => {
      log.error({ err: error }, 'A screen could not be painted');
      return undefined;
    });

  /** For the code (apps/web/src/app/first-data.ts). In the page itself it would make each painting another. */
  const paintedNow = () => ({ 'server-timing': `painted;desc="${clock().toISOString()}"` });

  return {
    resend: async (request, reply) => (hasSession(request) ? null : sendCached(request, reply)),
    async send(request, reply, head, paint) {
      if (hasSession(request)) {
        reply.type(HTML_TYPE).header('cache-control', 'private, no-cache').header('vary', 'cookie');
        return shell(head);
      }
      return sendCacheable(request, reply, async () => ({
        body: shell(head, await painted(paint)),
        type: HTML_TYPE,
        headers: paintedNow(),
      }));
    },
    async sendUnknown(request, reply, { status, ...head }, paint) {
      const page = shell(head, hasSession(request) ? undefined : await painted(paint));
      return sendHtml(reply.headers({ vary: 'cookie', ...paintedNow() }), page, status);
    },
  };
}
