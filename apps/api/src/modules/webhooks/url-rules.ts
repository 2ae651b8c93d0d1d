import { isIP } from 'node:net';
import { WEBHOOK_URL_MAX } from '@minga/contract/webhooks';
import { isPublicAddress } from './address-rules.ts';

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

/** Whether a host is one of `WEBHOOK_HOSTS`: by its name with its port, or by its name alone. */
export const isTrustedHost = ({ host, hostname }: URL, trustedHosts: readonly string[]): boolean =>
  trustedHosts.includes(host) || trustedHosts.includes(hostname);

/** The IP address of a URL whose host is one; null: a name. */
const literalAddress = ({ hostname }: URL): string | null => {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 ? null : address;
};

/**
 * Why the server must not send to an address, as a sentence; null: it may, if the name's addresses are public, which is checked with
 * each connection.
 */
export function problemOf(address: string, trustedHosts: readonly string[]): string | null {
  if (!URL.canParse(address)) return 'La dirección no es válida';
  const url = new URL(address);
  // With what its characters are encoded as.
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
