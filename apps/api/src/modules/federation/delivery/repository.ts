import { and, eq, inArray, lt, lte, ne, or, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { groupsWithDue, isNoneOf } from '../../../platform/jobs/attempts.ts';
import { isNotPostponed } from '../../../platform/jobs/postponed-work.ts';
import { PEER_ATTEMPTS } from '../rules.ts';
import { federationDeliveries, federationFollowers, federationMessages, federationPeers } from '../schema.ts';

/** The polling task that sends deliveries. */
export const FEDERATION = 'federation';

type Kind = (typeof federationMessages.$inferInsert)['kind'];
export type PeerRow = typeof federationPeers.$inferSelect;
export type DeliveryRow = typeof federationDeliveries.$inferSelect;

interface NewMessage {
  /** The id; absent for a new one. */
  readonly id?: string;
  readonly kind: Kind;
  /** The address of the object, whose messages reach each inbox in order; null for a message without an order. */
  readonly object: string | null;
  readonly body: object;
  readonly at: Date;
  /** Only servers that get notes get the message. */
  readonly isAboutNote?: boolean;
}

/**
 * Stores a message for all followers: a delivery for each inbox, where followers of one server share one, without those of blocked servers.
 * A note goes only to servers whose software ignores updates of events.
 */
export async function insertMessage(tx: Transaction, message: NewMessage): Promise<void> {
  const { peerId, sharedInbox, inbox } = federationFollowers;
  const isTold =
    message.kind === 'note' || message.isAboutNote === true
      ? eq(federationPeers.software, 'mastodon')
      : undefined;
  const rows = await tx
    .selectDistinct({ peerId, inbox: sql<string>`coalesce(${sharedInbox}, ${inbox})` })
    .from(federationFollowers)
    .innerJoin(federationPeers, eq(federationPeers.id, peerId))
    .where(and(eq(federationPeers.isBlocked, false), isTold));
  if (rows.length > 0) await insertDeliveries(tx, await insertBody(tx, message), message, rows);
}

/**
 * Stores a message for one inbox.
 * @public the inbox answers a `Follow` with it
 */
export async function insertReply(
  tx: Transaction,
  message: NewMessage,
  to: { readonly peerId: string; readonly inbox: string },
): Promise<void> {
  await insertDeliveries(tx, await insertBody(tx, message), message, [to]);
}

async function insertBody(
  tx: Transaction,
  { id = v7(), kind, object, body, at }: NewMessage,
): Promise<string> {
  await tx.insert(federationMessages).values({ id, kind, object, body: JSON.stringify(body), createdAt: at });
  return id;
}

/** The number of rows of one statement, whose parameters are limited. */
const INSERTED = 5_000;

async function insertDeliveries(
  tx: Transaction,
  messageId: string,
  { object, at: dueAt }: NewMessage,
  inboxes: readonly { readonly peerId: string; readonly inbox: string }[],
): Promise<void> {
  for (let from = 0; from < inboxes.length; from += INSERTED)
    await tx
      .insert(federationDeliveries)
      .values(inboxes.slice(from, from + INSERTED).map(to => ({ ...to, messageId, object, dueAt })));
}

const isDue = (now: Date) =>
  and(eq(federationDeliveries.state, 'pending'), lte(federationDeliveries.dueAt, now));

/** Returns true if a delivery is due. It is a separate, cheap query, because usually there are none. */
export async function hasDue(db: Executor, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: federationDeliveries.id })
    .from(federationDeliveries)
    .where(isDue(now))
    .limit(1);
  return row !== undefined;
}

interface Full {
  readonly peers: readonly string[];
  /** Whether servers whose last attempt failed have no capacity left. */
  readonly failing: boolean;
}

/**
 * Locks due deliveries with their message and server, and skips those that other processes have locked. Starts with the server after
 * `after` (null: the first) and alternates between servers (round-robin), so that one does not delay others. Excludes servers without
 * capacity, and messages of an object before which an earlier one is pending for the same inbox.
 */
export function lockDue(
  tx: Transaction,
  now: Date,
  { limit, after, full }: { readonly limit: number; readonly after: string | null; readonly full: Full },
) {
  const deliveries = federationDeliveries;
  const isFirst = sql`(${deliveries.object} is null or not exists (
    select from ${deliveries} as earlier where earlier.state = 'pending' and earlier.inbox = ${deliveries}.inbox
      and earlier.object = ${deliveries}.object and earlier.id < ${deliveries}.id
  ))`;
  const isTried = sql`${deliveries.state} = 'pending' and ${deliveries.dueAt} <= ${now}::timestamptz
    and ${isNotPostponed(FEDERATION, deliveries.id, now)} and ${isFirst}`;
  const next = sql`(
    select delivery.id from (
      select ${federationPeers.id} as id
      from (${groupsWithDue(deliveries, deliveries.peerId, isTried, after)}) as due
      join ${federationPeers} on ${federationPeers.id} = due.id
      where not ${federationPeers.isBlocked}
        and (${federationPeers.resumesAt} is null or ${federationPeers.resumesAt} <= ${now})
        and ${isNoneOf(federationPeers.id, full.peers)}
        and ${full.failing ? sql`${federationPeers.failingSince} is null` : sql`true`}
      limit ${limit}
    ) as peer cross join lateral (
      select ${deliveries.id} as id, row_number() over (order by ${deliveries.dueAt}, ${deliveries.id}) as place
      from ${deliveries} where ${deliveries.peerId} = peer.id and ${isTried}
      order by ${deliveries.dueAt}, ${deliveries.id} limit ${PEER_ATTEMPTS}
    ) as delivery
    order by delivery.place, peer.id limit ${limit}
  )`;
  return tx
    .select({ delivery: deliveries, message: federationMessages, peer: federationPeers })
    .from(deliveries)
    .innerJoin(federationMessages, eq(federationMessages.id, deliveries.messageId))
    .innerJoin(federationPeers, eq(federationPeers.id, deliveries.peerId))
    .where(and(sql`${deliveries.id} in ${next}`, isDue(now)))
    .for('update', { of: deliveries, skipLocked: true });
}

export type Due = Awaited<ReturnType<typeof lockDue>>[number];

export async function updateDelivery(
  tx: Transaction,
  id: number,
  values: Partial<Pick<DeliveryRow, 'state' | 'attempts' | 'firstAttemptAt' | 'dueAt' | 'failure'>>,
): Promise<void> {
  await tx.update(federationDeliveries).set(values).where(eq(federationDeliveries.id, id));
}

/** Locks a server for a change of its state. Returns null if it was deleted. */
export async function lockPeer(tx: Transaction, id: string): Promise<PeerRow | null> {
  const [row] = await tx
    .select()
    .from(federationPeers)
    .where(eq(federationPeers.id, id))
    .for('no key update');
  return row ?? null;
}

export async function updatePeer(
  tx: Transaction,
  id: string,
  values: Partial<Omit<PeerRow, 'id' | 'host' | 'createdAt'>>,
): Promise<void> {
  await tx.update(federationPeers).set(values).where(eq(federationPeers.id, id));
}

/** Deletes the followers of a server, or of one of its inboxes, and what is pending for them. */
export async function endFollows(tx: Transaction, peerId: string, inbox?: string): Promise<void> {
  const { sharedInbox } = federationFollowers;
  await tx
    .delete(federationFollowers)
    .where(
      and(
        eq(federationFollowers.peerId, peerId),
        inbox === undefined
          ? undefined
          : eq(sql`coalesce(${sharedInbox}, ${federationFollowers.inbox})`, inbox),
      ),
    );
  const { state } = federationDeliveries;
  await tx
    .update(federationDeliveries)
    .set({ state: 'failed' })
    .where(
      and(
        eq(federationDeliveries.peerId, peerId),
        eq(state, 'pending'),
        inbox === undefined ? undefined : eq(federationDeliveries.inbox, inbox),
      ),
    );
}

const DELETED = 1_000;

/** The activity with which a note was sent, '' if it was withdrawn, or null if there is no such note. */
export async function findNote(db: Executor, noteId: string): Promise<string | null> {
  const { id, kind, body } = federationMessages;
  const [row] = await db
    .select({ body })
    .from(federationMessages)
    .where(and(eq(id, noteId), eq(kind, 'note')));
  return row?.body ?? null;
}

/** Empties the notes about an object, and returns their ids. The rows stay, so that what follows is sent after them. */
export async function withdrawNotes(tx: Transaction, object: string): Promise<string[]> {
  const { id, kind, body } = federationMessages;
  const rows = await tx
    .update(federationMessages)
    .set({ body: '' })
    .where(and(eq(federationMessages.object, object), eq(kind, 'note'), ne(body, '')))
    .returning({ id });
  return rows.map(row => row.id);
}

/** Deletes messages without pending deliveries that were stored before a time, and notes that were stored before another. */
export async function deleteMessages(db: Executor, before: Date, notesBefore: Date): Promise<void> {
  const { id, kind, createdAt } = federationMessages;
  const isPending = sql`exists (select from ${federationDeliveries}
    where ${federationDeliveries.messageId} = ${id} and ${federationDeliveries.state} = 'pending')`;
  const old = db
    .select({ id })
    .from(federationMessages)
    .where(
      and(lt(createdAt, before), or(ne(kind, 'note'), lt(createdAt, notesBefore)), sql`not ${isPending}`),
    )
    .limit(DELETED);
  for (;;) {
    const { rowCount } = await db.delete(federationMessages).where(inArray(id, old));
    if ((rowCount ?? 0) < DELETED) return;
  }
}
