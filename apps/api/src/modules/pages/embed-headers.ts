import type { FastifyReply, FastifyRequest } from 'fastify';

/** Nothing runs in these pages, and every site may show them. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ');

/** Replaces the headers that forbid frames (platform/http/server.ts), which are set before. */
export async function allowFraming(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.raw.removeHeader('x-frame-options');
  reply.raw.setHeader('content-security-policy', POLICY);
  // Sites that isolate themselves by COEP show only frames that allow it.
  reply.raw.setHeader('cross-origin-resource-policy', 'cross-origin');
}
