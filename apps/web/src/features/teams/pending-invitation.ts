import * as z from 'zod/mini';
import { safeSessionStorage } from '../../lib/safe-storage.ts';
import { storedUntilVerified } from '../../lib/stored-until-verified.ts';

const KEY = 'minga.invitation';
const stored = z.string();
const newTab = storedUntilVerified(KEY);

/**
 * The invitation that was opened in this tab: a sign-in leaves its page, whose address does not contain the token. In a tab without
 * one, that of the last tab: the link that verifies a new account opens there.
 */
export const pendingInvitation = (): string | undefined =>
  safeSessionStorage.getJson(KEY, stored) ?? newTab.get();

export function storePendingInvitation(token: string): void {
  safeSessionStorage.set(KEY, JSON.stringify(token));
  newTab.set(token);
}

export function clearPendingInvitation(): void {
  safeSessionStorage.remove(KEY);
  newTab.clear();
}
