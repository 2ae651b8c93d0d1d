import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A tag for what is made anew at each request: the same content has the same. */
const contentTag = (content: string): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);

/**
 * Lets whoever asks keep the answer for `seconds` and ask by `tag` afterwards. True: they have it already, and the
 * status is 304. The tag is weak, since the answer may be compressed on its way.
 */
export function isKept(request: FastifyRequest, reply: FastifyReply, tag: string, seconds: number): boolean {
  reply.header('etag', `W/"${tag}"`).header('cache-control', `public, max-age=${seconds}`);
  const isKnown = request.headers['if-none-match']?.includes(`"${tag}"`) === true;
  if (isKnown) reply.status(304);
  return isKnown;
}

/** Answers with text that may be kept for `seconds`. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, seconds }: { type: string; body: string; seconds: number },
): FastifyReply {
  return isKept(request, reply, contentTag(body), seconds) ? reply.send() : reply.type(type).send(body);
}
