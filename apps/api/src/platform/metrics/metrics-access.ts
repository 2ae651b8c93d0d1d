import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList } from 'node:net';
import { isLoopback } from '../../settings.ts';
import { hashToken } from '../tokens.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** What a proxy says of whom it speaks for. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

interface Caller {
  readonly headers: IncomingHttpHeaders;
  /** The socket's, whatever a header says. */
  readonly address: string | undefined;
}

/**
 * Who may read the metrics: who has the token, and programs on the machine itself. Behind a proxy on the same machine
 * everybody's requests come from there: those that say whom they come from, or ask for a public name, are not its own.
 */
export function canReadMetrics({ headers, address }: Caller, token: string | null): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (given !== undefined) return token !== null && timingSafeEqual(hashToken(given), hashToken(token));
  return (
    isLocal(address) && FORWARDED.every(name => headers[name] === undefined) && isLocalName(headers.host)
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
