import type { ZodMiniType } from 'zod/mini';
import type { Guard } from './guards.ts';

/** Web storage throws where it is switched off or full. These functions never do. */
function safeStorage(area: () => Storage) {
  function attempt<T>(use: (storage: Storage) => T): T | undefined {
    // The server has no web storage, and catching an error at each rendering costs a twentieth of its time.
    if (import.meta.env.SSR) return undefined;
    try {
      return use(area());
    } catch {
      return undefined;
    }
  }
  const get = (key: string) => attempt(storage => storage.getItem(key));

  return {
    /** null: no such item. undefined: the storage cannot be read. */
    get,
    /** null unless the item is JSON that the schema accepts. */
    getJson: <T>(key: string, schema: ZodMiniType<T>): T | null =>
      attempt(() => schema.safeParse(JSON.parse(get(key) ?? 'null')).data) ?? null,
    /** The same with a guard, for what the first screens read: schemas would make them load zod. */
    getGuarded: <T>(key: string, guard: Guard<T>): T | null =>
      attempt(() => {
        const value: unknown = JSON.parse(get(key) ?? 'null');
        return guard(value) ? value : undefined;
      }) ?? null,
    /** Returns whether the item was written. */
    set: (key: string, value: string): boolean =>
      attempt(storage => {
        storage.setItem(key, value);
        return true;
      }) ?? false,
    remove: (key: string): void => attempt(storage => storage.removeItem(key)),
    keys: (): string[] => attempt(storage => Object.keys(storage)) ?? [],
  };
}

export const safeLocalStorage = safeStorage(() => localStorage);
export const safeSessionStorage = safeStorage(() => sessionStorage);

/** Prefix of the keys of form drafts in both storages. */
export const DRAFT_KEY_PREFIX = 'minga.draft.';
