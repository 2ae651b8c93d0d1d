const EMAIL_KEY = 'userEmail';
const NAME_KEY = 'userName';

/** Caches the name and e-mail of the signed-in user in this browser (spec 000 section 3). */
export function cacheIdentity(user: { username?: string; email: string }): void {
  withStorage(storage => {
    storage.setItem(EMAIL_KEY, user.email.trim().toLowerCase());
    storage.setItem(NAME_KEY, user.username ?? '');
  });
}

export function clearCachedIdentity(): void {
  withStorage(storage => {
    storage.removeItem(EMAIL_KEY);
    storage.removeItem(NAME_KEY);
  });
}

/** The cached e-mail, or null. */
export const cachedEmail = (): string | null => withStorage(storage => storage.getItem(EMAIL_KEY)) ?? null;

// Storage may be switched off or full; what is kept here is a convenience.
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
