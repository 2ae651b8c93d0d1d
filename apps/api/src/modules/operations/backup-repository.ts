import { desc, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/connection.ts';
import { backups } from './schema.ts';

export type BackupRow = typeof backups.$inferSelect;

/** The newest backup; without one, the row that marks when recording started. Null: neither. */
export async function findLastBackup(db: Database): Promise<BackupRow | null> {
  const [row] = await db
    .select()
    .from(backups)
    // Backups first: the clock that recorded them may be behind the one of the mark.
    .orderBy(sql`${backups.bytes} is null`, desc(backups.recordedAt))
    .limit(1);
  return row ?? null;
}
