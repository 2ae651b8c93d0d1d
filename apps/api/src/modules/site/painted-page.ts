import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Cookie } from '../../platform/http/cookies.ts';
import { answerShared } from '../../platform/http/shared-answer.ts';
import type { FirstPaint } from './painter.ts';
import { type Head, HTML_TYPE, type Shell, sendHtml } from './shell.ts';

/** Sends a public screen. */
export type SendPage = Send<Head, string | undefined>;

type Send<H, Sent> = (
  request: FastifyRequest,
  reply: FastifyReply,
  head: H,
  paint: () => Promise<FirstPaint>,
) => Promise<Sent>;

export interface PaintedPages {
  send: SendPage;
  /** In the place of what is not there. Such addresses have no end: none is kept. */
  sendUnknown: Send<Head & { status: number }, FastifyReply>;
}

/**
 * Who has no session is sent the screen as everybody sees it, kept until something public changes; who has one gets it
 * empty, since the code alone knows what they may see. What cannot be painted is sent empty too: the code will say why.
 */
export function paintedPages(app: FastifyInstance, sessionCookie: Cookie, shell: Shell): PaintedPages {
  const { sharedReplies, log } = app;
  const hasSession = (request: FastifyRequest) => sessionCookie.read(request) !== undefined;
  const painted = (paint: () => Promise<FirstPaint>) =>
    paint().catch(error => {
      log.error({ err: error }, 'A screen could not be painted');
      return undefined;
    });

  return {
    async send(request, reply, head, paint) {
      if (hasSession(request)) {
        reply.type(HTML_TYPE).header('cache-control', 'private, no-cache').header('vary', 'cookie');
        return shell(head);
      }
      return answerShared(sharedReplies, request, reply, HTML_TYPE, async () => ({
        body: shell(head, await painted(paint)),
        total: null,
      }));
    },
    async sendUnknown(request, reply, { status, ...head }, paint) {
      const page = shell(head, hasSession(request) ? undefined : await painted(paint));
      return sendHtml(reply.header('vary', 'cookie'), page, status);
    },
  };
}
