import { logout } from '@minga/contract/accounts';
import { call } from '../../lib/api.ts';

const KEY = 'minga.sign-out-pending';

/** Ends the session on the server. If the request fails, it is retried before the next session check. */
export async function signOutAtServer(signal?: AbortSignal): Promise<void> {
  try {
    await call(logout, signal && { signal });
    clearPendingSignOut();
  } catch {
    withStorage(storage => storage.setItem(KEY, 'si'));
  }
}

/** Whether a sign-out has not reached the server yet. Until then the cookie would restore the session, even on a shared phone. */
export const isSignOutPending = (): boolean => withStorage(storage => storage.getItem(KEY) !== null) ?? false;

/** A later sign-in cancels the pending sign-out, which would otherwise end the new session. */
export const clearPendingSignOut = (): void => withStorage(storage => storage.removeItem(KEY));

// Storage may be switched off; then a sign-out without a network is one of this page alone.
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
