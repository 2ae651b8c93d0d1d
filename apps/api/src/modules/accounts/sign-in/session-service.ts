import type { Clock } from '../../../platform/clock.ts';
import type { Database, Executor, Transaction } from '../../../platform/database/connection.ts';
import type { Paging } from '../../../platform/database/queries.ts';
import { notFound, unauthenticated } from '../../../platform/errors.ts';
import type { Session } from '../../../platform/http/session.ts';
import type { Platform } from '../../../platform/platform.ts';
import { batch } from '../../../platform/speed/batch.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';
import { meetsDemands } from '../factors/service.ts';
import { lockUnchangedUser, type UserRow } from '../repository.ts';
import { isExpired, KNOWN_DEVICES_MAX, LAST_SEEN_PRECISION_SECONDS, sessionCutoffs } from '../rules.ts';
import {
  deleteKnownDevices,
  deleteOldestDevices,
  deleteOtherSessions,
  deleteSession,
  deleteSessionByHash,
  findKnownDevice,
  insertSession,
  listActiveSessions,
  listSessionsById,
  replaceDeviceToken,
  type SessionRow,
  sessionsByHash,
  touchSession,
  upsertKnownDevice,
} from '../session-repository.ts';

export type { SessionRow } from '../session-repository.ts';

const USER_AGENT_MAX = 300;

/** The client that uses a session. */
export interface ClientInfo {
  /** The network address. */
  readonly address: string;
  readonly userAgent: string;
  /** The token of the browser's device cookie. */
  readonly deviceToken?: string | undefined;
}

/** The tokens that a browser stores after a sign-in. */
export interface ClientTokens {
  readonly sessionToken: string;
  readonly deviceToken: string;
}

/**
 * Opens a session and returns its token; only the hash is stored. Throws 401 if the account's password has changed or the
 * account was deactivated, so that a concurrent sign-in does not survive the end of all sessions. `isProved` says that the password or a
 * factor was given now (docs/rules.md R19.5).
 */
export async function openSession(
  tx: Transaction,
  user: Pick<UserRow, 'id' | 'passwordHash'>,
  { address, userAgent }: ClientInfo,
  now: Date,
  { isProved } = { isProved: true },
): Promise<string> {
  if (!(await lockUnchangedUser(tx, user))) throw unauthenticated();
  const token = newToken();
  await insertSession(tx, {
    tokenHash: hashToken(token),
    userId: user.id,
    userAgent: userAgent.slice(0, USER_AGENT_MAX),
    address,
    createdAt: now,
    lastSeenAt: now,
    ...(isProved && { confirmedAt: now }),
  });
  return token;
}

/** Opens a session after a sign-in and registers the device as known to the account. Throws like `openSession`. */
export async function openKnownSession(
  tx: Transaction,
  user: Pick<UserRow, 'id' | 'passwordHash'>,
  client: ClientInfo,
  now: Date,
  proof = { isProved: true },
): Promise<ClientTokens> {
  const sessionToken = await openSession(tx, user, client, now, proof);
  return { sessionToken, deviceToken: await registerDevice(tx, user.id, client.deviceToken, now) };
}

export interface SessionLookup {
  /**
   * Returns the session of a token, or null if it has expired or its account is not active. Stores the use and its network
   * `address`.
   */
  find(token: string, address: string): Promise<Session | null>;
  /** Returns the session like `find` without storing a use, for requests that a browser sends by itself. */
  peek(token: string): Promise<Session | null>;
}

/**
 * Concurrent lookups share one query. Nothing is cached, so that a session that ended is rejected by the next request to
 * every process.
 */
export function createSessionLookup({
  db,
  clock,
  settings,
}: Pick<Platform, 'db' | 'clock' | 'settings'>): SessionLookup {
  const findByHash = sessionsByHash(db);
  const findSession = batch(async (hashes: readonly Buffer[]) => {
    const found = await findByHash(hashes);
    const byHash = new Map(found.map(row => [row.session.tokenHash.toString('hex'), row]));
    return hashes.map(hash => byHash.get(hash.toString('hex')));
  });
  const pendingTouches = new Set<string>();

  async function findActive(token: string, now: Date) {
    const found = await findSession(hashToken(token));
    if (!found?.user.isActive || isExpired(found.session, found.user.role, now)) return null;
    return found;
  }

  /** An admin is a moderator, who sees hidden content, only with the second factor that the site requires. */
  async function sessionOf({
    session,
    user,
  }: NonNullable<Awaited<ReturnType<typeof findActive>>>): Promise<Session> {
    const isModerator = user.role === 'admin' && (await meetsDemands({ db, settings }, user.id));
    return { id: session.id, confirmedAt: session.confirmedAt, user: { ...user, isModerator } };
  }

  /** Stores a use once for concurrent requests of one screen. */
  async function touch(id: string, use: { address: string; now: Date; earlier: Date }): Promise<void> {
    if (pendingTouches.has(id)) return;
    pendingTouches.add(id);
    try {
      await touchSession(db, id, use);
    } finally {
      pendingTouches.delete(id);
    }
  }

  return {
    async find(token, address) {
      const now = clock();
      const found = await findActive(token, now);
      if (found === null) return null;
      const { session } = found;
      const earlier = new Date(now.getTime() - LAST_SEEN_PRECISION_SECONDS * 1000);
      if (session.lastSeenAt <= earlier) await touch(session.id, { address, now, earlier });
      return sessionOf(found);
    },
    async peek(token) {
      const found = await findActive(token, clock());
      return found && sessionOf(found);
    },
  };
}

/** Returns those of the session ids whose sessions exist and have not expired. */
export async function activeSessionIds(db: Database, clock: Clock, ids: string[]): Promise<Set<string>> {
  const now = clock();
  const found = await listSessionsById(db, ids);
  return new Set(found.filter(session => !isExpired(session, session.role, now)).map(({ id }) => id));
}

export const closeSession = (db: Database | Transaction, token: string): Promise<void> =>
  deleteSessionByHash(db, hashToken(token));

/** The account's active sessions, the most recently used first. */
export const ownSessions = (
  { db, clock }: { db: Database; clock: Clock },
  { user }: Session,
  paging: Paging,
): Promise<{ rows: SessionRow[]; total: number }> =>
  listActiveSessions(db, user.id, sessionCutoffs(user.role, clock()), paging);

/** Ends one of the account's own sessions. Throws 404 if the account has no such session. */
export async function endOwnSession(db: Database, { user }: Session, id: string): Promise<void> {
  if (!(await deleteSession(db, user.id, id))) throw notFound('Esa sesión ya está cerrada');
}

export const endOtherSessions = (db: Database, { id, user }: Session): Promise<void> =>
  deleteOtherSessions(db, user.id, id);

/**
 * Returns the key under which a failed sign-in is counted: the device, if it is a known one of the account of `email`,
 * otherwise the address. A stranger's failures thus do not lock out the owner's devices (decision 0022). Does the same work
 * for every address.
 */
export async function signInFailureKey(
  db: Executor,
  email: string,
  deviceToken: string | undefined,
): Promise<string> {
  const deviceId = await findKnownDevice(db, hashToken(deviceToken ?? ''), email);
  return deviceId === null ? email : `device:${deviceId}`;
}

/**
 * Registers the device as known to the account and returns its new token. The renewal makes a token that an attacker has
 * planted in a browser worthless after the next sign-in.
 */
async function registerDevice(
  tx: Transaction,
  userId: string,
  earlierToken: string | undefined,
  now: Date,
): Promise<string> {
  const token = newToken();
  const tokenHash = hashToken(token);
  if (earlierToken !== undefined) await replaceDeviceToken(tx, hashToken(earlierToken), tokenHash);
  await upsertKnownDevice(tx, { userId, tokenHash, lastUsedAt: now });
  await deleteOldestDevices(tx, userId, KNOWN_DEVICES_MAX);
  return token;
}

/** Registers the device that set a new password as the only known one, since an attacker may have used the others. */
export async function registerOnlyDevice(
  tx: Transaction,
  userId: string,
  earlierToken: string | undefined,
  now: Date,
): Promise<string> {
  await deleteKnownDevices(tx, userId);
  return registerDevice(tx, userId, earlierToken, now);
}
