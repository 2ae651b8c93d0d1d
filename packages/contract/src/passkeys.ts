import * as z from 'zod/mini';
import { endpoint, idParam } from './endpoint.ts';
import { assertion, attestation, credentialType } from './passkey-responses.ts';
import { user } from './session.ts';
import { optionalLine } from './text.ts';

// Passkeys (docs/rules.md R19.4): WebAuthn with user verification, which replaces the password or follows it as a second factor.

export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX = 60;
/** The number of minutes for which the browser may wait for its user and a challenge is valid. */
export const PASSKEY_MINUTES = 5;

const descriptor = z.object({
  id: z.string(),
  type: credentialType,
  transports: z.array(z.string()),
});

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const registrationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: credentialType, alg: z.int() })),
  /** The timeout in milliseconds. */
  timeout: z.int(),
  /** The account's passkeys. A device that has one of them does not create a second one. */
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type RegistrationOptions = z.infer<typeof registrationOptions>;

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. `allowCredentials` is empty, so the browser offers the passkeys that it has. */
export const loginOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor),
});
export type LoginOptions = z.infer<typeof loginOptions>;

export const passkey = z.object({
  _id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Null if the passkey was never used. */
  lastUsedAt: z.nullable(z.iso.datetime()),
});
export type Passkey = z.infer<typeof passkey>;

export const newPasskey = z.object({
  response: attestation,
  /** The name; if it is absent or empty, the browser and the system, such as 'Chrome en Android'. */
  name: optionalLine(
    PASSKEY_NAME_MAX,
    `El nombre de la llave debe tener como máximo ${PASSKEY_NAME_MAX} caracteres`,
  ),
});

const tag = 'Cuentas';
const own = { tag, access: 'session' } as const;

export const listPasskeys = endpoint({
  ...own,
  method: 'GET',
  path: '/auth/passkeys',
  summary: 'Las llaves de acceso de la cuenta, la más nueva primero',
  status: 200,
  reply: z.array(passkey),
  isList: true,
  errors: ['UNAUTHENTICATED', 'CONFIRM_IDENTITY'],
});

export const removePasskey = endpoint({
  ...own,
  method: 'DELETE',
  path: '/auth/passkeys/:id',
  summary: 'Quitar una llave de acceso',
  params: idParam,
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'CONFIRM_IDENTITY', 'NOT_FOUND'],
});

export const startPasskeyRegistration = endpoint({
  ...own,
  method: 'POST',
  path: '/auth/passkeys/register/options',
  summary: `Opciones para crear una llave de acceso en este navegador (WebAuthn); valen una vez, ${PASSKEY_MINUTES} minutos`,
  status: 200,
  reply: registrationOptions,
  errors: ['UNAUTHENTICATED', 'CONFIRM_IDENTITY', 'CONFLICT', 'RATE_LIMITED'],
});

export const registerPasskey = endpoint({
  ...own,
  method: 'POST',
  path: '/auth/passkeys/register',
  summary:
    'Guardar la llave de acceso que creó el navegador; el primer segundo factor de la cuenta trae códigos de recuperación',
  body: newPasskey,
  status: 201,
  /** An account without a second factor gets recovery codes, shown once; else none. */
  reply: z.extend(passkey, { recoveryCodes: z.array(z.string()) }),
  errors: [
    'VALIDATION',
    'UNAUTHENTICATED',
    'CONFIRM_IDENTITY',
    'FOREIGN_ORIGIN',
    'INVALID_TOKEN',
    'CONFLICT',
    'RATE_LIMITED',
  ],
});

export const startPasskeyLogin = endpoint({
  tag,
  method: 'POST',
  path: '/auth/passkeys/login/options',
  summary: `Opciones para entrar con una llave de acceso (WebAuthn); valen una vez, ${PASSKEY_MINUTES} minutos`,
  access: 'public',
  status: 200,
  reply: loginOptions,
  errors: ['RATE_LIMITED'],
});

export const loginWithPasskey = endpoint({
  tag,
  method: 'POST',
  path: '/auth/passkeys/login',
  summary: 'Iniciar sesión con una llave de acceso, sin contraseña o después de ella',
  access: 'public',
  body: z.object({ response: assertion }),
  status: 200,
  reply: user,
  errors: [
    'VALIDATION',
    'UNAUTHENTICATED',
    'FOREIGN_ORIGIN',
    'INVALID_TOKEN',
    'ACCOUNT_DEACTIVATED',
    'RATE_LIMITED',
  ],
});
