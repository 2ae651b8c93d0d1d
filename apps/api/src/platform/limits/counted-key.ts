import { createHash } from 'node:crypto';
import { isIPv6, SocketAddress } from 'node:net';

/**
 * Under what the tries of an e-mail, an account or an address of origin are counted: hashed, so that none of them is kept. However an
 * address is spelled, it is the same; an IPv6 visitor owns a whole /64 and counts as one.
 */
export function countedKey(who: string): string {
  const counted = isIPv6(who) ? ipv6Network(who) : who;
  return createHash('sha256').update(counted).digest('base64url');
}

function ipv6Network(spelled: string): string {
  const { address } = new SocketAddress({ address: spelled, family: 'ipv6' });
  // An IPv4 visitor, as a listener for both kinds names it.
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice('::ffff:'.length);
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Array<string>(8 - left.length - right.length).fill('0') : [];
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
