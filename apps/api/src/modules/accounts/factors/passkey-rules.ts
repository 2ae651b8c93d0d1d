import {
  type LoginOptions,
  PASSKEY_MINUTES,
  PASSKEY_NAME_MAX,
  type RegistrationOptions,
} from '@minga/contract/passkeys';
import { describeDevice } from '../rules.ts';

export const CHALLENGE_SECONDS = PASSKEY_MINUTES * 60;

const REQUIRED = 'required';
const CREDENTIAL_TYPE = 'public-key';
/** ES256, EdDSA and RS256: what authenticators use, in the order of preference (COSE's numbers). */
export const ALGORITHMS = [-7, -8, -257];

/** The site as WebAuthn knows it: passkeys belong to the host name, and are used on pages of the origin alone. */
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

/** Discoverable, so that a sign-in needs no name, and with user verification, so that it is two factors by itself. */
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
    rp: { id: relyingParty(publicUrl).id, name: 'Minga' },
    user: { id: handle.toString('base64url'), name: user.email, displayName: user.username },
    challenge,
    pubKeyCredParams: ALGORITHMS.map(alg => ({ type: CREDENTIAL_TYPE, alg })),
    timeout: CHALLENGE_SECONDS * 1000,
    excludeCredentials: existing.map(describeCredential),
    authenticatorSelection: { residentKey: REQUIRED, requireResidentKey: true, userVerification: REQUIRED },
    attestation: 'none',
  };
}

/** Names no credential: a list would reveal which account has passkeys. */
export const loginOptions = (publicUrl: string, challenge: string): LoginOptions => ({
  challenge,
  rpId: relyingParty(publicUrl).id,
  timeout: CHALLENGE_SECONDS * 1000,
  userVerification: REQUIRED,
  allowCredentials: [],
});

/** The name that a person gave, or else browser and system. */
export const passkeyName = (name: string, userAgent: string): string =>
  name === '' ? describeDevice(userAgent).device.slice(0, PASSKEY_NAME_MAX) : name;

/** The browser's report about the page that used a passkey. */
export interface ClientData {
  readonly challenge: string;
  readonly origin: string;
  readonly isInFrame: boolean;
}

/** Null if it is not `clientDataJSON` of WebAuthn. */
export function readClientData(encoded: string): ClientData | null {
  try {
    const { challenge, origin, crossOrigin } = JSON.parse(Buffer.from(encoded, 'base64url').toString());
    const isText = typeof challenge === 'string' && typeof origin === 'string';
    return isText ? { challenge, origin, isInFrame: crossOrigin === true } : null;
  } catch {
    return null;
  }
}

/** Whether a counter went back or stood still, as after a copy of the authenticator. Both 0: it does not count. */
export const isCounterBack = (stored: number, received: number): boolean =>
  (stored > 0 || received > 0) && received <= stored;

/** Why a passkey's response is rejected, with the way out. */
export const problemSentences = {
  page: 'Esta llave de acceso se usó desde otra página. Abre Minga en su propia dirección y vuelve a intentarlo.',
  user: 'Tu dispositivo no comprobó que eres tú. Vuelve a intentarlo con tu huella, tu cara o tu PIN.',
  counter:
    'Por seguridad no aceptamos esta llave de acceso: parece que alguien la copió. Entra con tu contraseña, quítala y agrega otra.',
  signature: 'No pudimos comprobar esta llave de acceso. Vuelve a intentarlo o usa tu contraseña.',
  unknown: 'Esta llave de acceso no abre ninguna cuenta de Minga: tal vez la quitaron. Usa tu contraseña.',
} as const;
export type PasskeyProblem = keyof typeof problemSentences;
