import {
  type LoginOptions,
  PASSKEY_MINUTES,
  PASSKEY_NAME_MAX,
  type RegistrationOptions,
} from '@minga/contract/passkeys';
import { SITE_NAME } from '@minga/contract/site-words';
import { describeDevice } from '../rules.ts';

export const CHALLENGE_SECONDS = PASSKEY_MINUTES * 60;

const REQUIRED = 'required';
const CREDENTIAL_TYPE = 'public-key';
/** The COSE identifiers of the supported algorithms, ES256, EdDSA and RS256, in the order of preference. */
export const ALGORITHMS = [-7, -8, -257];

/** The WebAuthn relying party: passkeys are bound to its host name, and only pages of its origin may use them. */
export function relyingParty(publicUrl: string): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

export interface KnownCredential {
  readonly credentialId: Buffer;
  readonly transports: readonly string[];
}

const describeCredential = ({
  credentialId,
  transports,
}: KnownCredential): RegistrationOptions['excludeCredentials'][number] => ({
  id: credentialId.toString('base64url'),
  type: CREDENTIAL_TYPE,
  transports: [...transports],
});

/**
 * Requires a discoverable credential, so that a sign-in needs no name, and user verification, so that a passkey counts
 * as two factors.
 */
export function registrationOptions({
  publicUrl,
  user,
  handle,
  challenge,
  existing,
}: {
  publicUrl: string;
  user: { email: string; username: string };
  handle: Buffer;
  challenge: string;
  existing: readonly KnownCredential[];
}): RegistrationOptions {
  return {
    rp: { id: relyingParty(publicUrl).id, name: SITE_NAME },
    user: { id: handle.toString('base64url'), name: user.email, displayName: user.username },
    challenge,
    pubKeyCredParams: ALGORITHMS.map(alg => ({ type: CREDENTIAL_TYPE, alg })),
    timeout: CHALLENGE_SECONDS * 1000,
    excludeCredentials: existing.map(describeCredential),
    authenticatorSelection: { residentKey: REQUIRED, requireResidentKey: true, userVerification: REQUIRED },
    attestation: 'none',
  };
}

/** The list of credentials is empty, since it would reveal which accounts have passkeys. */
export const loginOptions = (publicUrl: string, challenge: string): LoginOptions => ({
  challenge,
  rpId: relyingParty(publicUrl).id,
  timeout: CHALLENGE_SECONDS * 1000,
  userVerification: REQUIRED,
  allowCredentials: [],
});

/** The entered name, or the browser and the operating system if it is empty. */
export const passkeyName = (name: string, userAgent: string): string =>
  name === '' ? describeDevice(userAgent).device.slice(0, PASSKEY_NAME_MAX) : name;

/** The browser's report about the page that used a passkey. */
export interface ClientData {
  readonly challenge: string;
  readonly origin: string;
  readonly isInFrame: boolean;
}

/** Returns null if `encoded` is not a WebAuthn `clientDataJSON`. */
export function readClientData(encoded: string): ClientData | null {
  try {
    const { challenge, origin, crossOrigin } = JSON.parse(Buffer.from(encoded, 'base64url').toString());
    const isText = typeof challenge === 'string' && typeof origin === 'string';
    return isText ? { challenge, origin, isInFrame: crossOrigin === true } : null;
  } catch {
    return null;
  }
}

/**
 * Whether the signature counter did not increase, as happens if the authenticator was cloned. Authenticators without a
 * counter always send 0.
 */
export const isCounterBack = (stored: number, received: number): boolean =>
  (stored > 0 || received > 0) && received <= stored;

/** The reasons why a passkey's response is rejected, each with a remedy. */
export const problemSentences = {
  page: `Esta llave de acceso se usó desde otra página. Abre ${SITE_NAME} en su propia dirección y vuelve a intentarlo.`,
  user: 'Tu dispositivo no comprobó que eres tú. Vuelve a intentarlo con tu huella, tu cara o tu PIN.',
  counter:
    'Por seguridad no aceptamos esta llave de acceso: parece que alguien la copió. Entra con tu contraseña, quítala y agrega otra.',
  signature: 'No pudimos comprobar esta llave de acceso. Vuelve a intentarlo o usa tu contraseña.',
  unknown: `Esta llave de acceso no abre ninguna cuenta de ${SITE_NAME}: tal vez la quitaron. Usa tu contraseña.`,
} as const;
export type PasskeyProblem = keyof typeof problemSentences;
