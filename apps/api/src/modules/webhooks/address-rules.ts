import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IPv6 addresses outside of it are not assigned to the Internet, or contain an IPv4 address. */
const ASSIGNED_IPV6 = ipaddr.parseCIDR('2000::/3');
/** Azure's own services, at an address that looks public. */
const CLOUD_SERVICES = '168.63.129.16';

/** Whether an IP address is one of the public Internet: in none of IANA's special-purpose registries, and without a zone ('fe80::1%eth0'). */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%') || address === CLOUD_SERVICES) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(ASSIGNED_IPV6));
}
