import type { LegalKind } from '@minga/contract/legal';
import { eq } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { users } from '../accounts/queries.ts';
import { legalTexts } from './schema.ts';

/**
 * The superadmins' text with the name of the account that last changed it, or null if it was never changed. Its `text` is null if the
 * default text was restored.
 */
export async function findText(db: Executor, kind: LegalKind) {
  const [row] = await db
    .select({ text: legalTexts.text, updatedAt: legalTexts.updatedAt, updatedBy: users.username })
    .from(legalTexts)
    .leftJoin(users, eq(users.id, legalTexts.updatedBy))
    .where(eq(legalTexts.kind, kind));
  return row ?? null;
}

/** Stores a text, or null to restore the default text. Returns the id of its row. */
export async function storeText(
  tx: Transaction,
  { kind, text, updatedAt, updatedBy }: typeof legalTexts.$inferInsert,
): Promise<string> {
  const [row] = await tx
    .insert(legalTexts)
    .values({ kind, text, updatedAt, updatedBy })
    .onConflictDoUpdate({ target: legalTexts.kind, set: { text, updatedAt, updatedBy } })
    .returning({ id: legalTexts.id });
  if (row === undefined) throw new Error('the legal text was not stored');
  return row.id;
}
