import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentEtag, matchesEtag } from './etag.ts';

/**
 * Lets whoever asks keep the answer for `seconds` and ask by `tag` afterwards. True: they have it already, and the
 * status is 304. The tag is weak, since the answer may be compressed on its way.
 */
export function isNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  seconds: number,
): boolean {
  const cacheControl = seconds === 0 ? 'no-cache' : `public, max-age=${seconds}`;
  reply.header('etag', `W/"${tag}"`).header('cache-control', cacheControl);
  const isKnown = matchesEtag(request.headers, tag);
  if (isKnown) reply.status(304);
  return isKnown;
}

/** Answers with text that may be kept for `seconds`. */
export function sendWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, seconds }: { type: string; body: string; seconds: number },
): FastifyReply {
  return isNotModified(request, reply, contentEtag(body), seconds)
    ? reply.send()
    : reply.type(type).send(body);
}
