import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList } from 'node:net';
import { isLoopback } from '../../settings.ts';
import { hashToken } from '../tokens.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Headers by which a proxy names the original client. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

interface Caller {
  readonly headers: IncomingHttpHeaders;
  /** The socket's remote address, which no header can change. */
  readonly address: string | undefined;
}

/**
 * Allows requests with the token, and requests of programs on the same machine. A reverse proxy on this machine
 * forwards remote requests from a loopback address too: requests with a proxy header or a public host name are
 * therefore rejected.
 */
export function canReadMetrics({ headers, address }: Caller, token: string | null): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (given !== undefined) return token !== null && timingSafeEqual(hashToken(given), hashToken(token));
  return (
    isLocal(address) && PROXY_HEADERS.every(name => headers[name] === undefined) && isLocalName(headers.host)
  );
}

function isLocal(address = ''): boolean {
  const isMapped = address.toLowerCase().startsWith('::ffff:');
  const plain = isMapped ? address.slice('::ffff:'.length) : address;
  return loopback.check(plain, 'ipv4') || loopback.check(plain, 'ipv6');
}

function isLocalName(host: string | undefined): boolean {
  const address = `http://${host}`;
  return host !== undefined && URL.canParse(address) && isLoopback(address);
}
