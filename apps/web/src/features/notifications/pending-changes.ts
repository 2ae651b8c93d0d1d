import * as z from 'zod/mini';
import { bellChange } from './bell-change.ts';
import { copyKey } from './stored-copy.ts';

const pending = z.object({ key: z.string(), change: bellChange });
/** A change that the server has not answered yet. Its key is its own. */
export type PendingChange = z.infer<typeof pending>;

const storageKey = (userId: string): string => `${copyKey(userId)}.pending`;

/** What has been done to somebody's bell in this browser and not been sent, or not been answered: also by a tab that is gone. */
export function pendingChanges(userId: string): PendingChange[] {
  try {
    const read = z.array(pending).safeParse(JSON.parse(localStorage.getItem(storageKey(userId)) ?? '[]'));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

export const isPending = (userId: string, key: string): boolean =>
  pendingChanges(userId).some(kept => kept.key === key);

export const keepPending = (userId: string, change: PendingChange): void =>
  write(userId, [...pendingChanges(userId).filter(({ key }) => key !== change.key), change]);

export const dropPending = (userId: string, key: string): void =>
  write(
    userId,
    pendingChanges(userId).filter(kept => kept.key !== key),
  );

// Storage may be full or switched off: then a change lives as long as its tab.
function write(userId: string, changes: readonly PendingChange[]): void {
  try {
    if (changes.length === 0) localStorage.removeItem(storageKey(userId));
    else localStorage.setItem(storageKey(userId), JSON.stringify(changes));
  } catch {}
}
