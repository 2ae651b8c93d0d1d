import { createHmac, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { WEBHOOK_URL_MAX } from '@minga/contract/webhooks';
import ipaddr from 'ipaddr.js';

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

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Delays after the first, second … attempt, in minutes. The last delay repeats. */
const BACKOFF_MINUTES = [1, 5, 30, 120, 360];

/**
 * Concurrent attempts of one process: for one webhook, for one failing webhook, for one creator (or the collective of a deleted
 * creator), to one host, and for all failing webhooks.
 */
export const HOOK_ATTEMPTS = 5;
export const FAILING_HOOK_ATTEMPTS = 1;
export const OWNER_ATTEMPTS = 10;
export const HOST_ATTEMPTS = 20;
export const FAILING_ATTEMPTS = 20;

export const RETENTION_DAYS = 30;

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

/** The `Minga-Signature` header: the time in Unix seconds, and the HMAC-SHA256 of the time and the body. */
export function signatureOf(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const hmac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${hmac}`;
}

/** Whether 24 hours have passed. Retries end then, and a webhook that failed during all that time is deactivated. */
export const hasFailedForADay = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() >= DAY_MS;

/**
 * The time of the next attempt if the current one fails or its process is killed; `attempts` includes the current one. The last
 * attempt is a day after the first.
 */
export function retryAt(now: Date, attempts: number, firstAttemptAt: Date): Date {
  const minutes = BACKOFF_MINUTES[Math.min(attempts, BACKOFF_MINUTES.length) - 1] ?? 1;
  const next = now.getTime() + minutes * MINUTE_MS;
  const last = firstAttemptAt.getTime() + DAY_MS;
  return new Date(last > now.getTime() ? Math.min(next, last) : next);
}

/** The earliest time of a webhook's next delivery after a failure. */
export const resumesAt = (now: Date): Date => new Date(now.getTime() + MINUTE_MS);

/** Error messages of failed attempts. */
export const failures = {
  status: 'La respuesta no fue 2xx',
  redirect: 'La respuesta fue una redirección, que no se sigue',
  timeout: 'No hubo respuesta en 10 segundos',
  name: 'No encontramos el servidor de la dirección',
  private: 'La dirección lleva a una red privada',
  certificate: 'El certificado del servidor no es válido',
  connection: 'No pudimos conectar con el servidor',
  hidden: 'La actividad ya no es pública: no se envió',
  inactive: 'El webhook se apagó después de fallar un día entero',
} as const;
export type Failure = keyof typeof failures;
