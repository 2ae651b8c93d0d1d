const KEY = 'minga.signed-in';

/** Notes that somebody has been signed in in this tab; a reload of the page does not forget it. */
export const markSession = (): void => withStorage(storage => storage.setItem(KEY, 'si'));

/** The session was ended by its owner, here: nobody is to be told that it is gone. */
export const unmarkSession = (): void => withStorage(storage => storage.removeItem(KEY));

/** Has somebody been signed in in this tab, and not signed out of it? Without a session now, it was lost. */
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
