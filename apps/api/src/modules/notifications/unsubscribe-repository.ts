import { eq, lt } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { unsubscribeLinks } from './schema.ts';

export type UnsubscribeLink = typeof unsubscribeLinks.$inferSelect;

export async function insertUnsubscribeLinks(tx: Executor, links: UnsubscribeLink[]): Promise<void> {
  if (links.length > 0) await tx.insert(unsubscribeLinks).values(links);
}

export async function findUnsubscribeLink(db: Executor, tokenHash: Buffer): Promise<UnsubscribeLink | null> {
  const [row] = await db.select().from(unsubscribeLinks).where(eq(unsubscribeLinks.tokenHash, tokenHash));
  return row ?? null;
}

export async function deleteOlderLinks(db: Executor, than: Date): Promise<void> {
  await db.delete(unsubscribeLinks).where(lt(unsubscribeLinks.createdAt, than));
}
