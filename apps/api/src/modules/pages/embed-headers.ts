import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Replaces the headers that forbid frames (platform/http/server.ts), which are set before: every site may show these pages, and nothing runs
 * in them but the one script of their document, which has these CSP hashes and tells WordPress their height and the link that was pressed.
 */
export function allowFraming(scripts: readonly string[]) {
  const policy = [
    "default-src 'none'",
    ...(scripts.length === 0 ? [] : [`script-src ${scripts.join(' ')}`]),
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.raw.removeHeader('x-frame-options');
    reply.raw.setHeader('content-security-policy', policy);
    // Sites that isolate themselves by COEP show only frames that allow it.
    reply.raw.setHeader('cross-origin-resource-policy', 'cross-origin');
  };
}
