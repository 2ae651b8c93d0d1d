import { BlockList, isIP } from 'node:net';

/** Networks that are not the public Internet (IANA's special-purpose registries), and an address of a cloud's own services. */
const NOT_PUBLIC: readonly [network: string, bits: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['168.63.129.16', 32, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.31.196.0', 24, 'ipv4'],
  ['192.52.193.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['192.175.48.0', 24, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  // Teredo, ORCHID, documentation and 6to4, which contains IPv4 addresses.
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
];

const notPublic = new BlockList();
for (const [network, bits, family] of NOT_PUBLIC) notPublic.addSubnet(network, bits, family);

/** Everything else is loopback, link-local, unique local, multicast, or contains an IPv4 address: mapped, translated, compatible. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the public Internet. */
export function isPublicAddress(address: string): boolean {
  // A zone ('fe80::1%eth0') names a network interface.
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 4) return !notPublic.check(address, 'ipv4');
  return version === 6 && globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}
