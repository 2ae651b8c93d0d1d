import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { factorEntry } from './identity.ts';

export const RECOVERY_CODES = 10;

/** A secret, which becomes effective when one of its codes is entered. */
export const totpSetup = z.object({
  /** The secret in Base32, for an app that cannot scan a QR code. */
  secret: z.string(),
  /** `otpauth://totp/…`, the content of the QR code. */
  uri: z.string(),
});
export type TotpSetup = z.infer<typeof totpSetup>;

/** New recovery codes, which are shown once; only their hashes are stored. */
const newRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const tag = 'Mi cuenta';

export const startTotp = endpoint({
  method: 'POST',
  path: '/auth/totp',
  summary: 'Empezar a usar una aplicación de códigos; no rige hasta confirmar el primero',
  tag,
  access: 'session',
  status: 201,
  reply: totpSetup,
  errors: ['UNAUTHENTICATED', 'CONFIRM_IDENTITY', 'CONFLICT'],
});

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/auth/totp/confirm',
  summary: 'Confirmar la aplicación con su primer código; responde los códigos de recuperación, una sola vez',
  tag,
  access: 'session',
  body: factorEntry,
  status: 200,
  reply: newRecoveryCodes,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'CONFIRM_IDENTITY', 'WRONG_CODE', 'CONFLICT', 'RATE_LIMITED'],
});

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/auth/totp',
  summary:
    'Dejar de usar la aplicación de códigos; sin llaves de acceso, también dejan de servir los de recuperación',
  tag,
  access: 'session',
  status: 204,
  errors: ['UNAUTHENTICATED', 'CONFIRM_IDENTITY'],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/auth/totp/recovery-codes',
  summary: 'Diez códigos de recuperación nuevos; los anteriores dejan de servir',
  tag,
  access: 'session',
  status: 200,
  reply: newRecoveryCodes,
  errors: ['UNAUTHENTICATED', 'CONFIRM_IDENTITY', 'CONFLICT'],
});
