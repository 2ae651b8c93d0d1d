import type { Reply } from '@minga/contract/endpoint';
import type { Assertion } from '@minga/contract/passkey-responses';
import {
  loginWithPasskey,
  registerPasskey,
  startPasskeyLogin,
  startPasskeyRegistration,
} from '@minga/contract/passkeys';
import type { User } from '@minga/contract/session';
import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser';
import { call } from '../../lib/server/api.ts';
import { passkeyFailure } from './passkey-failure.ts';

// Loaded when a passkey is wanted, with the library. Each function throws PasskeyFailure if the browser fails, else ApiError.

/** Creates a passkey on this device or on another one and stores it in the account. */
export async function createPasskey(name: string): Promise<Reply<typeof registerPasskey>> {
  const optionsJSON = await call(startPasskeyRegistration);
  const response = await startRegistration({ optionsJSON }).catch(error => {
    throw passkeyFailure(error, 'create');
  });
  return call(registerPasskey, { body: { response, name } });
}

/** A response of a passkey that proves who uses it. `isSuggestion`: the browser suggests passkeys in the field of the e-mail. */
export async function readPasskey({ isSuggestion = false } = {}): Promise<Assertion> {
  const optionsJSON = await call(startPasskeyLogin);
  return startAuthentication({ optionsJSON, useBrowserAutofill: isSuggestion }).catch(error => {
    throw passkeyFailure(error, 'use');
  });
}

export const signInWithPasskey = async (options?: { isSuggestion: boolean }): Promise<User> =>
  call(loginWithPasskey, { body: { response: await readPasskey(options) } });

/** Ends a request of the browser that waits for its user. */
export const stopWaiting = (): void => WebAuthnAbortService.cancelCeremony();
