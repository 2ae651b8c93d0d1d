import { randomUUID } from 'node:crypto';
import { trustSettings } from '../src/modules/trust/schema.ts';
import type { Database } from '../src/platform/database/connection.ts';

const NONE = { heldWords: [], heldDomains: [], refusedMailDomains: [], holdFirst: 0 };

/** Sets what is held for review; what is left out holds nothing. */
export async function setTrust(
  db: Database,
  values: Partial<typeof trustSettings.$inferInsert> = {},
): Promise<void> {
  const row = { ...NONE, ...values, version: randomUUID() };
  await db.insert(trustSettings).values(row).onConflictDoUpdate({ target: trustSettings.id, set: row });
}
