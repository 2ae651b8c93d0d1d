import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A call that takes longer is warned of; not an upload: that is the sender's line. */
export const SLOW_MS = 1_000;

/**
 * One line a request: calls at `info` (slow ones at `warn`), files and pages at `debug`. Without the query: a token or an
 * address may stand there. The fields are told in docs/metrics.md.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply));
}

function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?')[0] ?? '';
  const milliseconds = Math.round(reply.elapsedTime);
  const route = request.routeOptions.url;
  const line = { method: request.method, route, path, status: reply.statusCode, milliseconds };
  if (!path.startsWith('/api/')) request.log.debug(line, 'answered');
  else if (milliseconds >= SLOW_MS && !request.isMultipart()) request.log.warn(line, 'answered slowly');
  else request.log.info(line, 'answered');
}
