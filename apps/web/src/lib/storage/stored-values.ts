import type { ZodMiniType } from 'zod/mini';
import { DRAFT_KEY_PREFIX, safeSessionStorage } from './safe-storage.ts';

const keyOf = (name: string) => DRAFT_KEY_PREFIX + name;

/** Stores in this tab the part of a form's values that the schema knows. */
export function storeValues(name: string, schema: ZodMiniType, values: unknown): void {
  const known = schema.safeParse(values);
  if (known.success) safeSessionStorage.set(keyOf(name), JSON.stringify(known.data));
}

/** The values stored under this name, or null; deletes them. */
export function takeStoredValues<Values>(name: string, schema: ZodMiniType<Values>): Values | null {
  const values = safeSessionStorage.getJson(keyOf(name), schema);
  safeSessionStorage.remove(keyOf(name));
  return values;
}
