const KEY = 'minga.signed-in';

/** Records that a user has been signed in in this tab; the mark survives a reload. */
export const markSession = (): void => withStorage(storage => storage.setItem(KEY, 'si'));

/** Called when the user signs out here, so that no session loss is reported afterwards. */
export const unmarkSession = (): void => withStorage(storage => storage.removeItem(KEY));

/** Whether a user signed in in this tab and did not sign out. If there is no session now, it was lost. */
export function isSessionMarked(): boolean {
  let isMarked = false;
  withStorage(storage => {
    isMarked = storage.getItem(KEY) !== null;
  });
  return isMarked;
}

// Storage may be switched off; then a lost session goes unexplained.
function withStorage(use: (storage: Storage) => void): void {
  try {
    use(sessionStorage);
  } catch {}
}
