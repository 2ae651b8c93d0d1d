import { safeSessionStorage } from '../../../lib/storage/safe-storage.ts';

const KEY = 'minga.signed-in';

/** Records that a user has been signed in in this tab; the mark survives a reload. */
export const markSession = (): void => void safeSessionStorage.set(KEY, 'si');

/** Called when the user signs out here, so that no session loss is reported afterwards. */
export const unmarkSession = (): void => safeSessionStorage.remove(KEY);

/** Whether a user signed in in this tab and did not sign out. If there is no session now, it was lost. */
export const isSessionMarked = (): boolean => typeof safeSessionStorage.get(KEY) === 'string';
