import { logout } from '@minga/contract/accounts';
import { call } from '../../lib/api.ts';

const KEY = 'minga.sign-out-pending';

/** Ends the session at the server; where that is not to be reached, as soon as it is asked who is signed in. */
export async function signOutAtServer(signal?: AbortSignal): Promise<void> {
  try {
    await call(logout, signal && { signal });
    forgetPendingSignOut();
  } catch {
    withStorage(storage => storage.setItem(KEY, 'si'));
  }
}

/** Has somebody signed out here without the server hearing of it? Its cookie would sign them in again, on whoever's phone. */
export const isSignOutPending = (): boolean => withStorage(storage => storage.getItem(KEY) !== null) ?? false;

/** Somebody has signed in since: that session is wanted. */
export const forgetPendingSignOut = (): void => withStorage(storage => storage.removeItem(KEY));

// Storage may be switched off; then a sign-out without a network is one of this page alone.
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
