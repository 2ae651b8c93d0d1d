import { createHash } from 'node:crypto';
import { isIPv6, SocketAddress } from 'node:net';

/**
 * Returns the key of a rate limit counter for an email address, an account id or an IP address. It is hashed, so that
 * the table contains no personal data. IP addresses are normalised, and IPv6 addresses of one /64 network share a key,
 * since one visitor controls all of them.
 */
export function rateLimitKey(subject: string): string {
  const normalised = isIPv6(subject) ? ipv6Network(subject) : subject;
  return createHash('sha256').update(normalised).digest('base64url');
}

function ipv6Network(text: string): string {
  const { address } = new SocketAddress({ address: text, family: 'ipv6' });
  // A dual-stack socket reports IPv4 clients in this form.
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice('::ffff:'.length);
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Array<string>(8 - left.length - right.length).fill('0') : [];
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
