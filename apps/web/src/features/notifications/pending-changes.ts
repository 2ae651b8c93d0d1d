import * as z from 'zod/mini';
import { safeLocalStorage } from '../../lib/safe-storage.ts';
import { bellChange, withChange } from './bell-change.ts';
import type { Bell } from './entry.ts';

const pendingChange = z.object({ key: z.string(), change: bellChange });
/** A change of the bell without a response yet. Its key is unique. */
export type PendingChange = z.infer<typeof pendingChange>;

const PREFIX = 'minga.notifications.';
const storageKey = (userId: string): string => `${PREFIX}${userId}.pending`;

/** The changes made in this browser, also by closed tabs, that have not been sent or have no response yet. */
export const pendingChanges = (userId: string): PendingChange[] =>
  safeLocalStorage.getJson(storageKey(userId), z.array(pendingChange)) ?? [];

/** The bell with the changes that the server may not know yet. */
export const withPendingChanges = (userId: string, bell: Bell): Bell =>
  pendingChanges(userId).reduce((changed, { change }) => withChange(changed, change), bell);

export const isPending = (userId: string, key: string): boolean =>
  pendingChanges(userId).some(pending => pending.key === key);

export const storePending = (userId: string, change: PendingChange): void =>
  write(userId, [...pendingChanges(userId).filter(({ key }) => key !== change.key), change]);

export const removePending = (userId: string, key: string): void =>
  write(
    userId,
    pendingChanges(userId).filter(pending => pending.key !== key),
  );

/** Where storage is full or switched off, a change lasts as long as its tab. */
function write(userId: string, changes: readonly PendingChange[]): void {
  if (changes.length === 0) safeLocalStorage.remove(storageKey(userId));
  else safeLocalStorage.set(storageKey(userId), JSON.stringify(changes));
}

/**
 * Removes the pending changes of all other users, which must not stay on a shared phone, and the copies of the bell that
 * earlier releases stored here.
 */
export function removePendingOfOthers(userId?: string): void {
  for (const key of safeLocalStorage.keys()) {
    if (key.startsWith(PREFIX) && (userId === undefined || key !== storageKey(userId))) {
      safeLocalStorage.remove(key);
    }
  }
}
