import { createHmac, randomBytes } from 'node:crypto';

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
