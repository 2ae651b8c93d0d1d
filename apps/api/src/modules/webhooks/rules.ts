import { createHmac, randomBytes } from 'node:crypto';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** After the first attempt, the second …; from then on each time the last. */
const BACKOFF_MINUTES = [1, 5, 30, 120, 360];

/**
 * Attempts of one process at once: of one webhook, of one that fails, of those of one account or of a deleted account's collective, to one
 * host, and of all that fail.
 */
export const HOOK_ATTEMPTS = 5;
export const FAILING_HOOK_ATTEMPTS = 1;
export const OWNER_ATTEMPTS = 10;
export const HOST_ATTEMPTS = 20;
export const FAILING_ATTEMPTS = 20;

export const RETENTION_DAYS = 30;

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

/** `Minga-Signature`: the time in Unix seconds, and the HMAC-SHA256 of both. */
export function signatureOf(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const hmac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${hmac}`;
}

/** Whether a whole day has passed: then attempts end, and a webhook that failed all the time is switched off. */
export const hasFailedForADay = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() >= DAY_MS;

/**
 * When a delivery is tried again that fails, or whose process is killed; `attempts` counts the one that begins now. The last attempt
 * is a day after the first.
 */
export function retryAt(now: Date, attempts: number, firstAttemptAt: Date): Date {
  const minutes = BACKOFF_MINUTES[Math.min(attempts, BACKOFF_MINUTES.length) - 1] ?? 1;
  const next = now.getTime() + minutes * MINUTE_MS;
  const last = firstAttemptAt.getTime() + DAY_MS;
  return new Date(last > now.getTime() ? Math.min(next, last) : next);
}

/** After a failure, when the webhook's next delivery is sent. */
export const resumesAt = (now: Date): Date => new Date(now.getTime() + MINUTE_MS);

/** Why an attempt failed. */
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
