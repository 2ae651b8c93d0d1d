import { safeLocalStorage } from '../../../lib/storage/safe-storage.ts';

const EMAIL_KEY = 'userEmail';
const NAME_KEY = 'userName';

/** Caches the name and e-mail of the signed-in user in this browser (docs/rules.md R2.14). */
export function cacheIdentity(user: { username?: string; email: string }): void {
  safeLocalStorage.set(EMAIL_KEY, user.email.trim().toLowerCase());
  safeLocalStorage.set(NAME_KEY, user.username ?? '');
}

export function clearCachedIdentity(): void {
  safeLocalStorage.remove(EMAIL_KEY);
  safeLocalStorage.remove(NAME_KEY);
}

/** The cached e-mail, or null. */
export const cachedEmail = (): string | null => safeLocalStorage.get(EMAIL_KEY) ?? null;
