import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Slower requests are logged as warnings, except uploads, which depend on the client's connection. */
export const SLOW_MS = 1_000;

/** The address of a person's QR code ends with a secret, which lets in without a list (COMMUNITY.md section 18). */
const SECRET_SEGMENT = /^(\/+llegada\/+)[^/]+/i;

/**
 * One line per request: API calls at `info` (slow ones at `warn`), files and pages at `debug`. Omits the query, which may
 * contain a token or an e-mail, and the code of an arrival. docs/metrics.md describes the fields.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply));
}

function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url;
  const written = (request.url.split('?')[0] ?? '').replace(SECRET_SEGMENT, '$1[oculto]');
  // The router also decodes an address such as '/llegad%61/…'.
  const path = SECRET_SEGMENT.test(route ?? '') ? route : written;
  const milliseconds = Math.round(reply.elapsedTime);
  const line = { method: request.method, route, path, status: reply.statusCode, milliseconds };
  if (!written.startsWith('/api/')) request.log.debug(line, 'answered');
  else if (milliseconds >= SLOW_MS && !request.isMultipart()) request.log.warn(line, 'answered slowly');
  else request.log.info(line, 'answered');
}
