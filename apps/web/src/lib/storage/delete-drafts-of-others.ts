import { safeSessionStorage } from './safe-storage.ts';
import { DRAFT_KEY_PREFIX } from './stored-values.ts';

/** Deletes the form drafts of this tab (stored-values.ts) except those of `ownerId`, whose keys contain the id. */
export function deleteDraftsOfOthers(ownerId: string): void {
  for (const key of safeSessionStorage.keys()) {
    if (key.startsWith(DRAFT_KEY_PREFIX) && !key.includes(ownerId)) safeSessionStorage.remove(key);
  }
}
