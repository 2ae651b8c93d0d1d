import { createHash } from 'node:crypto';
import { isIPv6, SocketAddress } from 'node:net';

/**
 * Returns the key of a rate limit counter for email addresses, account ids and IP addresses. It is hashed, so that the table
 * contains no personal data. IP addresses are normalised, and IPv6 addresses of one /64 network share a key, since one visitor
 * controls all of them. So do `ana@…` and `ana+tag@…`, which are delivered to one mailbox.
 */
export const rateLimitKey = (...subjects: readonly string[]): string =>
  createHash('sha256').update(subjects.map(normalised).join(' ')).digest('base64url');

const TAG = /^([^+@]+)\+[^@]*(?=@)/;

const normalised = (subject: string): string =>
  isIPv6(subject) ? ipv6Network(subject) : subject.replace(TAG, '$1');

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
