import type { FastifyReply, FastifyRequest } from 'fastify';
import { fillBody } from '../site/site-text.ts';
import { contentEtag, matchesEtag } from '../speed/response-cache.ts';

/**
 * Sets the caching headers for `seconds` and the ETag `tag`. If the client has this version, sets the status 304 and returns true. The
 * ETag is weak, since the response may be compressed later.
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

/** Sends text that may be cached for `seconds`. */
export function sendWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, seconds }: { type: string; body: string; seconds: number },
): FastifyReply {
  const filled = fillBody(body, type, request.server.site.current());
  return isNotModified(request, reply, contentEtag(filled), seconds)
    ? reply.send()
    : reply.type(type).send(filled);
}
