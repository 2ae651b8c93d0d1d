import type { NotificationKind } from '@minga/contract/notification-settings';
import { and, count, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { unsubscribeLinks } from './schema.ts';

export type UnsubscribeLink = typeof unsubscribeLinks.$inferSelect;

export async function insertUnsubscribeLinks(tx: Executor, links: UnsubscribeLink[]): Promise<void> {
  if (links.length > 0) await tx.insert(unsubscribeLinks).values(links);
}

/**
 * The e-mails of a kind that accounts got since `since` and until `now`, each of which has its own link: how many, and when the first
 * was. Accounts without any are absent.
 */
export async function countLinked(
  tx: Executor,
  kind: NotificationKind,
  userIds: readonly string[],
  since: Date,
  now: Date,
): Promise<ReadonlyMap<string, { count: number; firstAt: Date }>> {
  if (userIds.length === 0) return new Map();
  const { userId, createdAt } = unsubscribeLinks;
  const rows = await tx
    .select({
      userId: sql<string>`${userId}`,
      count: count(),
      firstAt: sql`min(${createdAt})`.mapWith(createdAt),
    })
    .from(unsubscribeLinks)
    .where(
      and(
        inArray(userId, [...userIds]),
        eq(unsubscribeLinks.kind, kind),
        gt(createdAt, since),
        lte(createdAt, now),
      ),
    )
    .groupBy(userId);
  return new Map(rows.map(({ userId: id, ...found }) => [id, found]));
}

export async function findUnsubscribeLink(db: Executor, tokenHash: Buffer): Promise<UnsubscribeLink | null> {
  const [row] = await db.select().from(unsubscribeLinks).where(eq(unsubscribeLinks.tokenHash, tokenHash));
  return row ?? null;
}

export async function deleteOlderLinks(db: Executor, than: Date): Promise<void> {
  await db.delete(unsubscribeLinks).where(lt(unsubscribeLinks.createdAt, than));
}
