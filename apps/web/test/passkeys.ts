import type { LoginOptions, Passkey, RegistrationOptions } from '@minga/contract/passkeys';
import { afterEach, vi } from 'vitest';

afterEach(() => void Reflect.deleteProperty(navigator, 'credentials'));

const challenge = 'Y2hhbGxlbmdl';
const bytes = new Uint8Array([1, 2, 3]).buffer;
const required = 'required';

export const loginOptions: LoginOptions = {
  challenge,
  rpId: 'localhost',
  timeout: 300_000,
  userVerification: required,
  allowCredentials: [],
};

export const registrationOptions: RegistrationOptions = {
  rp: { id: 'localhost', name: 'Minga' },
  user: { id: 'AAAA', name: 'maria@example.org', displayName: 'María Chocué' },
  challenge,
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: required, requireResidentKey: true, userVerification: required },
  attestation: 'none',
};

export const aPasskey = (changes: Partial<Passkey> = {}): Passkey => ({
  _id: '01930000-0000-7000-8000-0000000000c1',
  name: 'Chrome en Android',
  createdAt: '2026-11-01T15:00:00.000Z',
  lastUsedAt: null,
  ...changes,
});

/** The outcome of the browser's dialog: the user passes the check, or the error that WebAuthn throws. */
type Outcome = 'passes' | 'NotAllowedError' | 'InvalidStateError' | 'ConstraintError' | 'SecurityError';

/** Gives the browser an authenticator, which jsdom does not have. It suggests no passkeys. */
export function giveAuthenticator(outcome: () => Outcome): void {
  const answer = async (response: object) => {
    const name = outcome();
    if (name !== 'passes') throw Object.assign(new Error('in English'), { name });
    const extensions = { getClientExtensionResults: () => ({}) };
    return { id: 'AQID', rawId: bytes, type: 'public-key', response, ...extensions };
  };
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      create: () => answer({ attestationObject: bytes, clientDataJSON: bytes }),
      get: () => answer({ authenticatorData: bytes, clientDataJSON: bytes, signature: bytes }),
    },
  });
}
