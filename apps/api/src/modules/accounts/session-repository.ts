import { and, desc, eq, gt, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Database, Executor } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/queries.ts';
import type { SessionCutoffs } from './rules.ts';
import { knownDevices, sessions, users } from './schema.ts';

export type SessionRow = typeof sessions.$inferSelect;

export async function insertSession(db: Executor, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session);
}

const { id: userId, username, email, phone, gender, role, isActive, createdAt } = users;

/** Finds sessions, expired ones included, and their accounts. Every request with a session runs this prepared statement. */
export function sessionsByHash(db: Database) {
  const { id, tokenHash, lastSeenAt } = sessions;
  const found = db
    .select({
      session: {
        id,
        tokenHash,
        lastSeenAt,
        createdAt: sessions.createdAt,
        confirmedAt: sessions.confirmedAt,
      },
      user: { id: userId, username, email, phone, gender, role, isActive, createdAt },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(sql`${tokenHash} = any(${sql.placeholder('hashes')}::bytea[])`)
    .prepare('sessions_by_hash');
  return (hashes: readonly Buffer[]) => found.execute({ hashes });
}

/** Lists the sessions with these ids, including expired ones, with their accounts' roles. */
export async function listSessionsById(db: Executor, ids: string[]) {
  const { id, createdAt, lastSeenAt } = sessions;
  return db
    .select({ id, createdAt, lastSeenAt, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(sql`${id} = any(${sql.param(ids)}::uuid[])`);
}

/** Stores a use of a session, unless another request has stored one since `earlier`. */
export async function touchSession(
  db: Executor,
  id: string,
  { address, now, earlier }: { address: string; now: Date; earlier: Date },
): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: now, address })
    .where(and(eq(sessions.id, id), lte(sessions.lastSeenAt, earlier)));
}

/** Stores the time at which the identity of the session's owner was confirmed. */
export async function confirmSession(db: Executor, id: string, now: Date): Promise<void> {
  await db.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, id));
}

export async function listActiveSessions(
  db: Executor,
  userId: string,
  { seenAfter, openedAfter }: SessionCutoffs,
  { limit, offset }: Paging,
): Promise<{ rows: SessionRow[]; total: number }> {
  const isActive = and(
    eq(sessions.userId, userId),
    gt(sessions.lastSeenAt, seenAfter),
    gt(sessions.createdAt, openedAfter),
  );
  const rows = await db
    .select()
    .from(sessions)
    .where(isActive)
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(limit)
    .offset(offset);
  return withTotal(rows, { limit, offset }, () => db.$count(sessions, isActive));
}

export async function deleteSessionByHash(db: Executor, tokenHash: Buffer): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/** Returns false if the account has no such session. */
export async function deleteSession(db: Executor, userId: string, id: string): Promise<boolean> {
  const own = and(eq(sessions.id, id), eq(sessions.userId, userId));
  const deleted = await db.delete(sessions).where(own).returning({ id: sessions.id });
  return deleted.length > 0;
}

export async function deleteOtherSessions(db: Executor, userId: string, exceptId: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, exceptId)));
}

/** Deletes sessions that have expired for every role. */
export async function deleteExpiredSessions(
  db: Executor,
  { seenAfter, openedAfter }: SessionCutoffs,
): Promise<void> {
  await db
    .delete(sessions)
    .where(or(lt(sessions.lastSeenAt, seenAfter), lt(sessions.createdAt, openedAfter)));
}

/** The id of the known device with this token of an address's account, or null if there is none. */
export async function findKnownDevice(
  db: Executor,
  tokenHash: Buffer,
  email: string,
): Promise<string | null> {
  const [row] = await db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(eq(knownDevices.tokenHash, tokenHash), eq(users.email, email)));
  return row?.id ?? null;
}

/** Replaces a device's token for every account that knows it. The failures stay counted, since the ids do not change. */
export async function replaceDeviceToken(
  db: Executor,
  earlierHash: Buffer,
  tokenHash: Buffer,
): Promise<void> {
  await db.update(knownDevices).set({ tokenHash }).where(eq(knownDevices.tokenHash, earlierHash));
}

/** Stores a use of a device by an account. */
export async function upsertKnownDevice(
  db: Executor,
  device: { userId: string; tokenHash: Buffer; lastUsedAt: Date },
): Promise<void> {
  await db
    .insert(knownDevices)
    .values(device)
    .onConflictDoUpdate({
      target: [knownDevices.tokenHash, knownDevices.userId],
      set: { lastUsedAt: device.lastUsedAt },
    });
}

/** Deletes all devices of an account except the `most` most recently used ones. */
export async function deleteOldestDevices(db: Executor, userId: string, most: number): Promise<void> {
  const { id, lastUsedAt } = knownDevices;
  await db.delete(knownDevices).where(
    sql`${id} in (select ${id} from ${knownDevices} where ${knownDevices.userId} = ${userId}
      order by ${lastUsedAt} desc, ${id} desc offset ${most}::int)`,
  );
}

export async function deleteKnownDevices(db: Executor, userId: string): Promise<void> {
  await db.delete(knownDevices).where(eq(knownDevices.userId, userId));
}

export async function deleteDevicesBefore(db: Executor, before: Date): Promise<void> {
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, before));
}
