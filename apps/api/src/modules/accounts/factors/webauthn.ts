import type { Assertion, Attestation } from '@minga/contract/passkey-responses';
import type { PasskeyRow } from './passkey-repository.ts';
import {
  ALGORITHMS,
  type ClientData,
  isCounterBack,
  type PasskeyProblem,
  relyingParty,
} from './passkey-rules.ts';

// The library is loaded at the first use of a passkey, since its certificate parsers would occupy memory in every process.
const library = () => import('@simplewebauthn/server');
const libraryHelpers = () => import('@simplewebauthn/server/helpers');

/** The expected values of a response. */
export interface Expected {
  readonly publicUrl: string;
  readonly clientData: ClientData;
}

export type Verified<T> = ({ readonly problem: null } & T) | { readonly problem: PasskeyProblem };
type NewCredential = Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

const USER_VERIFIED = 0b100;
const FLAGS_BYTE = 32;
const COUNTER_BYTE = 33;
const AUTHENTICATOR_DATA_MIN = 37;

/** Verifies a new passkey. The caller must have consumed the challenge. */
export async function verifyAttestation(
  response: Attestation,
  expected: Expected,
): Promise<Verified<NewCredential>> {
  if (!isOwnPage(expected)) return { problem: 'page' };
  const { verifyRegistrationResponse } = await library();
  const flags = await attestationFlags(response);
  if (flags === null) return { problem: 'signature' };
  if ((flags & USER_VERIFIED) === 0) return { problem: 'user' };
  const { id, origin } = relyingParty(expected.publicUrl);
  const result = await orNull(
    verifyRegistrationResponse({
      response: { ...withExtensions(response), response: withoutUndefined(response.response) },
      expectedChallenge: expected.clientData.challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!result?.verified) return { problem: 'signature' };
  const { credential } = result.registrationInfo;
  return {
    problem: null,
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: response.response.transports ?? [],
  };
}

/** Verifies the signature of a passkey and the user handle of the response. The caller must have consumed the challenge. */
export async function verifyAssertion(
  response: Assertion,
  { passkey, handle }: { passkey: PasskeyRow; handle: Buffer },
  expected: Expected,
): Promise<Verified<{ counter: number }>> {
  if (!isOwnPage(expected)) return { problem: 'page' };
  const { userHandle, ...signed } = response.response;
  if (userHandle && userHandle !== handle.toString('base64url')) return { problem: 'signature' };
  const { verifyAuthenticationResponse } = await library();
  const { id, origin } = relyingParty(expected.publicUrl);
  const result = await orNull(
    verifyAuthenticationResponse({
      response: { ...withExtensions(response), response: signed },
      expectedChallenge: expected.clientData.challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    }),
  );
  if (result?.verified) return { problem: null, counter: result.authenticationInfo.newCounter };
  return { problem: assertionProblem(response, passkey.counter) };
}

/** Whether a page of this site, outside of frames of other sites, made the response (`frame-ancestors 'none'`). */
const isOwnPage = ({ publicUrl, clientData: { origin, isInFrame } }: Expected): boolean =>
  origin === relyingParty(publicUrl).origin && !isInFrame;

/** The most helpful reason why the library rejected a response. */
function assertionProblem({ response }: Assertion, storedCounter: number): PasskeyProblem {
  const data = Buffer.from(response.authenticatorData, 'base64url');
  if (data.length < AUTHENTICATOR_DATA_MIN) return 'signature';
  if ((data.readUInt8(FLAGS_BYTE) & USER_VERIFIED) === 0) return 'user';
  return isCounterBack(storedCounter, data.readUInt32BE(COUNTER_BYTE)) ? 'counter' : 'signature';
}

/**
 * Returns the flags of a new passkey, or null if the response is malformed or has a certificate. The options request no certificate,
 * and to verify one the library would fetch the addresses in it.
 */
async function attestationFlags({ response }: Attestation): Promise<number | null> {
  const { decodeAttestationObject } = await libraryHelpers();
  try {
    const decoded = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
    );
    const format = decoded.get('fmt');
    const isPlain =
      format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
    return isPlain ? Buffer.from(decoded.get('authData')).readUInt8(FLAGS_BYTE) : null;
  } catch {
    return null;
  }
}

const withExtensions = <R extends Attestation | Assertion>({ id, rawId, type }: R) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
});

const withoutUndefined = ({ clientDataJSON, attestationObject }: Attestation['response']) => ({
  clientDataJSON,
  attestationObject,
});

/** The library throws for every response that it rejects. */
const orNull = <T>(result: Promise<T>): Promise<T | null> => result.catch(() => null);
