import { DRAFTS } from './draft-key.ts';

/** Forgets what this tab kept of forms (kept-values.ts), but for `ownerId`'s: the name of each says whose it is. */
export function dropDraftsOfOthers(ownerId: string): void {
  // Storage may be switched off; then there is nothing to forget.
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(DRAFTS) && !key.includes(ownerId)) sessionStorage.removeItem(key);
    }
  } catch {}
}
