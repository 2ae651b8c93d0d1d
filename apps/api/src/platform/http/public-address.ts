import { isIP } from 'node:net';
import { WEBHOOK_URL_MAX } from '@minga/contract/webhooks';
import ipaddr from 'ipaddr.js';

// Guards against requests to the own network: addresses that users and other servers name. `guarded-request.ts` sends to them.

/** IPv6 addresses outside this range are not allocated for the Internet, or contain an IPv4 address. */
const ASSIGNED_IPV6 = ipaddr.parseCIDR('2000::/3');
/** The address of Azure's platform services, which is in a public range. */
const CLOUD_SERVICES = '168.63.129.16';

/** Whether an IP address is public: in no special-purpose registry of IANA, and without a zone ('fe80::1%eth0'). */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%') || address === CLOUD_SERVICES) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(ASSIGNED_IPV6));
}

/** Names that resolve only within a machine or a local network (RFC 6761, RFC 8375, ICANN's .internal). */
const LOCAL_NAME =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|in-addr\.arpa|ip6\.arpa)$/;

const HTTPS_PORT = 443;
const FIRST_USER_PORT = 1024;

const TOO_LONG = `La dirección debe tener como máximo ${WEBHOOK_URL_MAX} caracteres`;
const NOT_HTTPS = 'La dirección debe comenzar con https://';
const WITH_PASSWORD = 'La dirección no puede llevar usuario ni contraseña';
const PRIVATE = 'La dirección debe ser de un servidor público de internet';
const WRONG_PORT = 'El puerto debe ser 443 o uno desde 1024';

/** Whether `WEBHOOK_HOSTS` contains a host, with or without its port. */
export const isTrustedHost = ({ host, hostname }: URL, trustedHosts: readonly string[]): boolean =>
  trustedHosts.includes(host) || trustedHosts.includes(hostname);

/** The IP address in a URL, or null if its host is a name. */
const literalAddress = ({ hostname }: URL): string | null => {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 ? null : address;
};

/**
 * Error message for an address to which the server must not send, or null. The addresses that a name resolves to are checked on
 * each connection.
 */
export function problemOf(address: string, trustedHosts: readonly string[]): string | null {
  if (!URL.canParse(address)) return 'La dirección no es válida';
  const url = new URL(address);
  // Measures the URL after percent-encoding.
  if (url.href.length > WEBHOOK_URL_MAX) return TOO_LONG;
  if (url.username !== '' || url.password !== '') return WITH_PASSWORD;
  if (isTrustedHost(url, trustedHosts)) return /^https?:$/.test(url.protocol) ? null : NOT_HTTPS;
  if (url.protocol !== 'https:') return NOT_HTTPS;
  const literal = literalAddress(url);
  if (literal === null ? !isPublicName(url.hostname) : !isPublicAddress(literal)) return PRIVATE;
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  return port === HTTPS_PORT || port >= FIRST_USER_PORT ? null : WRONG_PORT;
}

function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return name.includes('.') && !LOCAL_NAME.test(name);
}
