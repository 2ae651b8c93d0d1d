import type { FastifyInstance } from 'fastify';

/**
 * Removes ports from the addresses of `X-Forwarded-For` before `request.ip` is derived from it: some load balancers append the
 * client's port, which differs per connection and would give each connection a rate limit of its own.
 */
export function normalizeForwardedFor(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const header = raw.headers['x-forwarded-for'];
    if (header !== undefined) {
      raw.headers['x-forwarded-for'] = [header].flat().join(',').split(',').map(withoutPort).join(', ');
    }
    done();
  });
}

/** `203.0.113.7:4711` and `[2001:db8::7]:4711` without port and brackets; other text trimmed. */
export function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^\[([^\]]+)\](?::\d+)?$|^(\d+(?:\.\d+){3}):\d+$/.exec(address.trim()) ?? [];
  return ipv6 ?? ipv4 ?? address.trim();
}
