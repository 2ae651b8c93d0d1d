import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../../platform/database/queries.ts';
import { federationDeliveries, federationFollowers, federationPeers } from '../schema.ts';

const followers = sql<number>`(
  select count(*)::int from ${federationFollowers}
  where ${federationFollowers.peerId} = ${federationPeers}.${sql.identifier('id')}
)`;

const { id, host, lastSuccessAt, isBlocked } = federationPeers;

const selectPeers = (db: Executor) =>
  db.select({ id, host, lastSuccessAt, isBlocked, followers }).from(federationPeers);

/** Another server with the number of its followers. */
export type PeerRow = Awaited<ReturnType<typeof selectPeers>>[number];

/** The other servers, those with the most followers first. */
export async function listPeers(
  db: Executor,
  { limit, offset }: Paging,
): Promise<{ rows: PeerRow[]; total: number }> {
  const rows = await selectPeers(db).orderBy(desc(followers), asc(host)).limit(limit).offset(offset);
  return withTotal(rows, { limit, offset }, () => db.$count(federationPeers));
}

export async function findPeer(db: Executor, name: string): Promise<PeerRow | null> {
  const [row] = await selectPeers(db).where(eq(host, name));
  return row ?? null;
}

/** Inserts a server that is not known yet. */
export async function insertPeer(tx: Transaction, name: string, now: Date): Promise<void> {
  await tx.insert(federationPeers).values({ host: name, createdAt: now }).onConflictDoNothing();
}

/** Locks a server also against new deliveries to it. Returns null if it is not known. */
export async function lockPeer(
  tx: Transaction,
  name: string,
): Promise<{ id: string; isBlocked: boolean } | null> {
  const [row] = await tx.select({ id, isBlocked }).from(federationPeers).where(eq(host, name)).for('update');
  return row ?? null;
}

export async function setBlocked(tx: Transaction, peerId: string, value: boolean): Promise<void> {
  await tx.update(federationPeers).set({ isBlocked: value }).where(eq(id, peerId));
}

/** Deletes the deliveries that a server has not got yet. */
export async function deletePending(tx: Transaction, peerId: string): Promise<void> {
  const { peerId: ofDelivery, state } = federationDeliveries;
  await tx.delete(federationDeliveries).where(and(eq(ofDelivery, peerId), eq(state, 'pending')));
}
