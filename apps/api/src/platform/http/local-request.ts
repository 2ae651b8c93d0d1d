import type { IncomingHttpHeaders } from 'node:http';
import { BlockList } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../../settings.ts';

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

/** Removes the port and the brackets from `203.0.113.7:4711` and `[2001:db8::7]:4711`. Other text is only trimmed. */
export function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^\[([^\]]+)\](?::\d+)?$|^(\d+(?:\.\d+){3}):\d+$/.exec(address.trim()) ?? [];
  return ipv6 ?? ipv4 ?? address.trim();
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Headers by which a proxy names the original client. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

export interface Caller {
  readonly headers: IncomingHttpHeaders;
  /** The socket's remote address, which no header can change. */
  readonly address: string | undefined;
}

/**
 * Whether a program on this machine sent the request. A reverse proxy on this machine forwards remote requests from a loopback
 * address too, so requests with a proxy header are rejected. The host name must be local too: that prevents DNS rebinding, where a
 * foreign page's host name resolves to 127.0.0.1.
 */
export const isLocalRequest = ({ headers, address }: Caller): boolean =>
  isLocalAddress(address) &&
  PROXY_HEADERS.every(name => headers[name] === undefined) &&
  isLocalName(headers.host);

function isLocalAddress(address = ''): boolean {
  const isMapped = address.toLowerCase().startsWith('::ffff:');
  const plain = isMapped ? address.slice('::ffff:'.length) : address;
  return loopback.check(plain, 'ipv4') || loopback.check(plain, 'ipv6');
}

function isLocalName(host: string | undefined): boolean {
  const address = `http://${host}`;
  return host !== undefined && URL.canParse(address) && isLoopback(address);
}
