import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Assertion, Attestation } from '@minga/contract/passkey-responses';
import { encodeCbor } from './cbor.ts';

const USER_PRESENT = 0b1;
const USER_VERIFIED = 0b100;
const HAS_CREDENTIAL = 0b100_0000;

/** The signed data of a passkey; by default that of a browser on a page of the site. */
interface Circumstances {
  readonly challenge: string;
  readonly origin?: string;
  readonly rpId?: string;
  readonly isUserVerified?: boolean;
  readonly isInFrame?: boolean;
  /** Signatures so far, this one included. */
  readonly counter?: number;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

function clientDataOf(type: 'create' | 'get', circumstances: Circumstances): Buffer {
  const { challenge, origin = 'http://localhost:3000', isInFrame = false } = circumstances;
  return Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: isInFrame }));
}

function authenticatorDataOf(flags: number, circumstances: Circumstances): Buffer {
  const { rpId = 'localhost', isUserVerified = true, counter = 0 } = circumstances;
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(counter);
  const verified = isUserVerified ? USER_VERIFIED : 0;
  return Buffer.concat([sha256(rpId), Buffer.from([flags | USER_PRESENT | verified]), counted]);
}

/** An ES256 key as COSE. */
function coseKeyOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [kty, alg, crv] = [1, 3, -1];
  return encodeCbor(
    new Map<number, number | Buffer>([
      [kty, 2],
      [alg, -7],
      [crv, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

/** A passkey in software: a key pair with a credential id. */
export function createPasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(20);
  const id = base64url(credentialId);
  const credential = { id, rawId: id, type: 'public-key' } as const;

  return {
    id,
    /** The response to options of a registration; `format` is that of the attestation. */
    attest(circumstances: Circumstances, format = 'none'): Attestation {
      const length = Buffer.from([0, credentialId.length]);
      const authData = Buffer.concat([
        authenticatorDataOf(HAS_CREDENTIAL, circumstances),
        Buffer.alloc(16),
        length,
        credentialId,
        coseKeyOf(publicKey),
      ]);
      const attestationObject = encodeCbor(
        new Map<string, string | Buffer | Map<string, string>>([
          ['fmt', format],
          ['attStmt', new Map<string, string>()],
          ['authData', authData],
        ]),
      );
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientDataOf('create', circumstances)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      };
    },
    /** The response to options of a sign-in. */
    assert(circumstances: Circumstances, userHandle?: string): Assertion {
      const clientData = clientDataOf('get', circumstances);
      const authenticatorData = authenticatorDataOf(0, circumstances);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
          ...(userHandle !== undefined && { userHandle }),
        },
      };
    },
  };
}
