import { TOTAL_COUNT_HEADER } from '@minga/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SharedReplies, SharedReply } from './shared-replies.ts';

/**
 * The reply that is kept for this address, or a new one; 304 for who has it already. To be sent by the caller. `address`
 * is given where the query of what was asked for changes nothing.
 */
export async function answerShared(
  replies: SharedReplies,
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  read: () => Promise<Omit<SharedReply, 'etag'>>,
  address = request.url,
): Promise<string | undefined> {
  const { body, total, etag } = replies.find(address) ?? (await replies.make(address, read));
  // Asked again each time, and told apart from what a session would see.
  reply.header('cache-control', 'private, no-cache').header('vary', 'cookie').header('etag', etag);
  if (total !== null) reply.header(TOTAL_COUNT_HEADER, total);
  if (request.headers['if-none-match']?.includes(etag) === true) {
    reply.status(304);
    return undefined;
  }
  reply.type(type);
  return body;
}
