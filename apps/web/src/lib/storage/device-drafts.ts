import { del, get, set } from 'idb-keyval';
import * as z from 'zod/mini';
import { now } from '../dates/now.ts';
import { pictureStore } from './delete-drafts-of-others.ts';
import { DRAFT_KEY_PREFIX, safeLocalStorage as storage } from './safe-storage.ts';

/** An older draft is no longer what its author remembers. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

export interface DeviceDraft<Values> {
  readonly values: Values;
  /** The version of the edited object on which the draft is based; null for a new one. */
  readonly version: string | null;
}

// Both reject where the browser has no IndexedDB, or refuses to store.

const changePicture = async (key: string, picture: File | null): Promise<void> =>
  picture === null ? del(key, pictureStore) : set(key, picture, pictureStore);

/** Null if there is none. */
export async function readPicture(key: string): Promise<File | null> {
  const picture = await get<unknown>(key, pictureStore);
  return picture instanceof File ? picture : null;
}

/**
 * The draft of one form on this device, which outlives its tab. `name` starts with the id of the user, so that no other account
 * gets the draft. The texts are in web storage: unlike IndexedDB, it stores them before a page that is being closed is gone.
 * If the browser refuses to store, there is no draft, and nothing throws.
 */
export function deviceDraft<Values>(name: string, schema: z.ZodMiniType<Values>) {
  const key = DRAFT_KEY_PREFIX + name;
  const record = z.object({ at: z.number(), version: z.nullable(z.string()), values: schema });
  let storedPicture: File | null = null;

  /** A picture that cannot be stored is missing from the draft; its texts remain. */
  function keepPicture(picture: File | null): void {
    if (picture === storedPicture) return;
    storedPicture = picture;
    changePicture(key, picture).catch(() => {});
  }

  return {
    read(): DeviceDraft<Values> | null {
      const stored = storage.getJson(key, record);
      if (stored === null || now().getTime() - stored.at > MAX_AGE_MS) return null;
      return stored;
    },
    async readPicture(): Promise<File | null> {
      storedPicture = await readPicture(key).catch(() => null);
      return storedPicture;
    },
    /** Stores the part of the values that the schema knows, and the picture. Returns whether the texts are stored. */
    write(values: unknown, picture: File | null, version: string | null): boolean {
      const known = schema.safeParse(values);
      if (!known.success) return false;
      const text = JSON.stringify({ at: now().getTime(), version, values: known.data });
      const isStored = storage.set(key, text);
      keepPicture(isStored ? picture : null);
      return isStored;
    },
    remove(): void {
      keepPicture(null);
      storage.remove(key);
    },
  };
}
