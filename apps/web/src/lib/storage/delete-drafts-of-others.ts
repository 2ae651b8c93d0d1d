import { createStore, delMany, keys } from 'idb-keyval';
import { DRAFT_KEY_PREFIX, safeLocalStorage, safeSessionStorage } from './safe-storage.ts';

/** The pictures of form drafts, by the key of the draft (device-drafts.ts): web storage holds no files. */
export const pictureStore = createStore('minga-drafts', 'pictures');

/** Deletes the pictures whose keys the predicate selects. Rejects where the browser has no IndexedDB. */
export const deletePictures = async (isDeleted: (key: string) => boolean): Promise<void> =>
  delMany((await keys<string>(pictureStore)).filter(isDeleted), pictureStore);

/**
 * Deletes the form drafts of this tab (stored-values.ts) and of this device (device-drafts.ts) except those of `ownerId`, whose
 * keys contain the id; null deletes all.
 */
export function deleteDraftsOfOthers(ownerId: string | null): void {
  const isDeleted = (key: string) =>
    key.startsWith(DRAFT_KEY_PREFIX) && (ownerId === null || !key.includes(ownerId));
  for (const storage of [safeSessionStorage, safeLocalStorage])
    for (const key of storage.keys().filter(isDeleted)) storage.remove(key);
  // A browser that cannot delete has not stored pictures either.
  deletePictures(isDeleted).catch(() => {});
}
