import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Cookie } from '../../platform/http/cookies.ts';
import { answerShared } from '../../platform/http/shared-answer.ts';
import type { FirstPaint } from './painter.ts';
import { type Head, HTML_TYPE, type Shell } from './shell.ts';

/** Sends a public screen. */
export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  head: Head,
  paint: () => Promise<FirstPaint>,
) => Promise<string | undefined>;

/**
 * Who has no session is sent the screen as everybody sees it, kept until something public changes; who has one gets it
 * empty, since the code alone knows what they may see. What cannot be painted is sent empty too: the code will say why.
 */
export function paintedPages(app: FastifyInstance, sessionCookie: Cookie, shell: Shell): SendPage {
  const { sharedReplies, log } = app;
  return async (request, reply, head, paint) => {
    if (sessionCookie.read(request) !== undefined) {
      reply.type(HTML_TYPE).header('cache-control', 'private, no-cache').header('vary', 'cookie');
      return shell(head);
    }
    return answerShared(sharedReplies, request, reply, HTML_TYPE, async () => {
      const painted = await paint().catch(error => {
        log.error({ err: error }, 'A screen could not be painted');
        return undefined;
      });
      return { body: shell(head, painted), total: null };
    });
  };
}
