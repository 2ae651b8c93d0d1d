import { getTableColumns } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { trustSettings } from './schema.ts';

export type TrustRow = Omit<typeof trustSettings.$inferSelect, 'id'>;

const { id: _id, ...columns } = getTableColumns(trustSettings);

/** The settings, or null if they were never changed. */
export async function findSettings(db: Executor): Promise<TrustRow | null> {
  const [row] = await db.select(columns).from(trustSettings);
  return row ?? null;
}

export async function upsertSettings(tx: Transaction, values: TrustRow): Promise<void> {
  await tx.insert(trustSettings).values(values).onConflictDoUpdate({ target: trustSettings.id, set: values });
}
