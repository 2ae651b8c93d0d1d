import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { assertion } from './passkey-responses.ts';

// This file is separate from the calls that set up a second factor, so that only their screens load those.

/** The number of minutes for which a proof of identity is valid. */
export const IDENTITY_MINUTES = 15;

const NO_CODE = 'Escribe el código';
const NO_PASSWORD = 'Escribe tu contraseña';
const CODE_MAX = 40;

/** Six digits from an authenticator app, or a recovery code. Spaces, dashes and case are ignored. */
export const factorCode = z
  .string(NO_CODE)
  .check(z.trim(), z.minLength(1, NO_CODE), z.maxLength(CODE_MAX, 'El código es demasiado largo'));

/** The content of a form that asks for a code only. */
export const factorEntry = z.object({ code: factorCode });

/** Exactly one of three proofs. The password is any text, since the rules may have been different when it was set. */
export const identityProof = z
  .object({
    password: z.optional(
      z.string(NO_PASSWORD).check(z.minLength(1, NO_PASSWORD), z.maxLength(200, NO_PASSWORD)),
    ),
    code: z.optional(factorCode),
    /** The response of one of the account's passkeys to the options of `POST /auth/passkeys/login/options`. */
    passkey: z.optional(assertion),
  })
  .check(
    z.refine(proofs => Object.values(proofs).filter(proof => proof !== undefined).length === 1, {
      error: 'Usa tu contraseña, un código o una llave de acceso: solo una de las tres cosas',
    }),
  );
export type IdentityProof = z.infer<typeof identityProof>;

/** The second factors of the session's account. */
export const secondFactor = z.object({
  /** The authenticator app, or null if none is set up. */
  totp: z.nullable(z.object({ since: z.iso.datetime() })),
  /** The number of passkeys, each of which is also a second factor after the password. */
  passkeyCount: z.int(),
  recoveryCodesLeft: z.int(),
  /** When a removal that an administrator started takes effect, or null if there is none. */
  resetDueAt: z.nullable(z.iso.datetime()),
});
export type SecondFactor = z.infer<typeof secondFactor>;

const tag = 'Mi cuenta';

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/auth/identity',
  summary:
    'Confirmar que se es la persona de la sesión, con contraseña, código o llave de acceso; vale 15 minutos para lo que responde CONFIRM_IDENTITY',
  tag,
  access: 'session',
  body: identityProof,
  status: 204,
  errors: [
    'VALIDATION',
    'UNAUTHENTICATED',
    'WRONG_PASSWORD',
    'WRONG_CODE',
    'WRONG_PASSKEY',
    'FOREIGN_ORIGIN',
    'INVALID_TOKEN',
    'RATE_LIMITED',
    'UNAVAILABLE',
  ],
});

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/auth/second-factor',
  summary:
    'Si la cuenta propia tiene segundo factor, desde cuándo, y cuántos códigos de recuperación le quedan',
  tag,
  access: 'session',
  status: 200,
  reply: secondFactor,
  errors: ['UNAUTHENTICATED'],
});
