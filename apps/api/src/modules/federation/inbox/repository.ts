import { and, countDistinct, eq, ne, not, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { federationDeliveries, federationFollowers, federationMessages, federationPeers } from '../schema.ts';

export type FollowerRow = typeof federationFollowers.$inferSelect;

export async function findFollower(db: Executor, actor: string): Promise<FollowerRow | null> {
  const [row] = await db.select().from(federationFollowers).where(eq(federationFollowers.actor, actor));
  return row ?? null;
}

export async function isBlocked(db: Executor, host: string): Promise<boolean> {
  const [row] = await db
    .select({ isBlocked: federationPeers.isBlocked })
    .from(federationPeers)
    .where(eq(federationPeers.host, host));
  return row?.isBlocked ?? false;
}

/** Counts the inboxes of a server, without that of one actor. */
export async function countInboxes(tx: Transaction, peerId: string, except: string): Promise<number> {
  const { peerId: ofFollower, actor, inbox, sharedInbox } = federationFollowers;
  const [row] = await tx
    .select({ count: countDistinct(sql`coalesce(${sharedInbox}, ${inbox})`) })
    .from(federationFollowers)
    .where(and(eq(ofFollower, peerId), ne(actor, except)));
  return row?.count ?? 0;
}

/** Stores a follower, or what it has changed. */
export async function upsertFollower(tx: Transaction, row: FollowerRow): Promise<void> {
  const { actor: _actor, createdAt: _createdAt, ...set } = row;
  await tx
    .insert(federationFollowers)
    .values(row)
    .onConflictDoUpdate({ target: federationFollowers.actor, set });
}

/** Deletes a follower; with a `followId` only if that is its last `Follow`. Returns whether it did. */
export async function deleteFollower(
  tx: Transaction,
  actor: string,
  followId: string | null,
): Promise<boolean> {
  const isLast = followId === null ? undefined : eq(federationFollowers.followId, followId);
  const { rowCount } = await tx
    .delete(federationFollowers)
    .where(and(eq(federationFollowers.actor, actor), isLast));
  return rowCount === 1;
}

/** Fails what waits for the inboxes of a server that have no follower, except `Accept`s. */
export async function endUnfollowed(tx: Transaction, peerId: string): Promise<void> {
  const { sharedInbox, inbox } = federationFollowers;
  const deliveries = federationDeliveries;
  const isAccept = sql`exists (select from ${federationMessages}
    where ${federationMessages.id} = ${deliveries.messageId} and ${federationMessages.kind} = 'accept')`;
  const isFollowed = sql`exists (select from ${federationFollowers} where ${federationFollowers.peerId} = ${peerId}
    and coalesce(${sharedInbox}, ${inbox}) = ${deliveries.inbox})`;
  await tx
    .update(deliveries)
    .set({ state: 'failed' })
    .where(
      and(eq(deliveries.peerId, peerId), eq(deliveries.state, 'pending'), not(isAccept), not(isFollowed)),
    );
}
