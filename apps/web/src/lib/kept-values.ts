import { safeParse, type ZodMiniType } from 'zod/mini';
import { DRAFTS } from './draft-key.ts';

const keyOf = (name: string) => DRAFTS + name;

/** Keeps in this tab what the schema knows of a form's values. */
export function keepValues(name: string, schema: ZodMiniType, values: unknown): void {
  const kept = safeParse(schema, values);
  if (!kept.success) return;
  // Storage may be full or switched off; then the values are lost as they were without it.
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(kept.data));
  } catch {}
}

/** What was kept under this name, or null; it is kept no longer. */
export function takeKeptValues<Values>(name: string, schema: ZodMiniType<Values>): Values | null {
  try {
    const kept = safeParse(schema, JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null'));
    sessionStorage.removeItem(keyOf(name));
    return kept.success ? kept.data : null;
  } catch {
    return null;
  }
}
