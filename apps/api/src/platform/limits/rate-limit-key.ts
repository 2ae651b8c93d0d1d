import { createHash } from 'node:crypto';
import { isIPv6, SocketAddress } from 'node:net';
import { foldAddress } from '../mail/fold-address.ts';

/**
 * Returns the key of a rate limit counter for email addresses, account ids and IP addresses. It is hashed, so that the table
 * contains no personal data. IP addresses are normalised, and IPv6 addresses of one /64 network share a key, since one visitor
 * controls all of them. So do all spellings of an email address that reach one mailbox (`foldAddress`).
 */
export const rateLimitKey = (...subjects: readonly string[]): string =>
  createHash('sha256').update(subjects.map(normalised).join(' ')).digest('base64url');

function normalised(subject: string): string {
  if (isIPv6(subject)) return ipv6Network(subject);
  return subject.includes('@') ? foldAddress(subject) : subject;
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
