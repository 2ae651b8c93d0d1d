const EMAIL_KEY = 'userEmail';
const NAME_KEY = 'userName';

/** Name and e-mail of who is signed in, kept in this browser (spec 000 section 3). */
export function rememberIdentity(user: { username?: string; email: string }): void {
  withStorage(storage => {
    storage.setItem(EMAIL_KEY, user.email.trim().toLowerCase());
    storage.setItem(NAME_KEY, user.username ?? '');
  });
}

export function forgetIdentity(): void {
  withStorage(storage => {
    storage.removeItem(EMAIL_KEY);
    storage.removeItem(NAME_KEY);
  });
}

/** The kept e-mail; null when nobody is remembered. */
export const rememberedAccount = (): string | null =>
  withStorage(storage => storage.getItem(EMAIL_KEY)) ?? null;

// Storage may be switched off or full; what is kept here is a convenience.
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
