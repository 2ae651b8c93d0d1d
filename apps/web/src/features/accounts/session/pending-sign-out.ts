import { logout } from '@minga/contract/session';
import { call } from '../../../lib/server/api.ts';
import { safeLocalStorage } from '../../../lib/storage/safe-storage.ts';

const KEY = 'minga.sign-out-pending';

/** Ends the session on the server. If the request fails, it is retried before the next session check. */
export async function signOutAtServer(signal?: AbortSignal): Promise<void> {
  try {
    await call(logout, signal && { signal });
    clearPendingSignOut();
  } catch {
    safeLocalStorage.set(KEY, 'si');
  }
}

/** Whether a sign-out has not reached the server yet. Until then the cookie would restore the session, even on a shared phone. */
export const isSignOutPending = (): boolean => typeof safeLocalStorage.get(KEY) === 'string';

/** A later sign-in cancels the pending sign-out, which would otherwise end the new session. */
export const clearPendingSignOut = (): void => safeLocalStorage.remove(KEY);
