import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { images } from '../../platform/images/schema.ts';
import { sites } from './schema.ts';

const { id: _id, ...columns } = getTableColumns(sites);

export type SiteRow = Omit<typeof sites.$inferSelect, 'id'>;

/** The stored identity with the width of its logo, or null if it was never changed. */
export async function findSite(db: Executor): Promise<(SiteRow & { logoWidth: number | null }) | null> {
  const [row] = await db
    .select({ ...columns, logoWidth: images.width })
    .from(sites)
    .leftJoin(images, eq(images.id, sites.logoId));
  return row ?? null;
}

/** The key of an advisory lock that serialises changes, since the first one has no row to lock. */
const CHANGE_LOCK = 20_261_129;

/** Locks the identity until the transaction ends and returns it as `findSite`. */
export async function lockSite(tx: Transaction): ReturnType<typeof findSite> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CHANGE_LOCK})`);
  return findSite(tx);
}

export async function upsertSite(tx: Transaction, values: SiteRow): Promise<void> {
  await tx.insert(sites).values(values).onConflictDoUpdate({ target: sites.id, set: values });
}

export async function isLogo(db: Executor, imageId: string): Promise<boolean> {
  const rows = await db.select({ id: sites.id }).from(sites).where(eq(sites.logoId, imageId));
  return rows.length > 0;
}
