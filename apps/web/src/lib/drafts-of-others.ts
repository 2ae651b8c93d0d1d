import { DRAFTS } from './draft-key.ts';
import { safeSessionStorage } from './safe-storage.ts';

/** Deletes the form drafts of this tab (stored-values.ts) except those of `ownerId`, whose keys contain the id. */
export function dropDraftsOfOthers(ownerId: string): void {
  for (const key of safeSessionStorage.keys()) {
    if (key.startsWith(DRAFTS) && !key.includes(ownerId)) safeSessionStorage.remove(key);
  }
}
