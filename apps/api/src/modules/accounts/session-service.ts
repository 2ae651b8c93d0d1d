import type { Clock } from '../../platform/clock.ts';
import { batch } from '../../platform/database/batch.ts';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { notFound, unauthenticated } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { lockUserAsKnown, type Paging, type UserRow } from './repository.ts';
import { isExpired, oldestLivingSession, SEEN_EVERY_SECONDS } from './rules.ts';
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessionByHash,
  insertSession,
  listLivingSessions,
  listSessionsById,
  type SessionRow,
  sessionsByHash,
  touchSession,
} from './session-repository.ts';

export type { SessionRow } from './session-repository.ts';

const USER_AGENT_MAX = 300;

/** Where a session is used from. */
export interface Place {
  /** Network address. */
  readonly address: string;
  readonly userAgent: string;
}

/**
 * Opens a session and returns its token, which is kept by its hash alone. Refused (401) when the account has another
 * password by now, or was deactivated: so no sign-in under way slips past the end of all sessions.
 */
export async function openSession(
  tx: Transaction,
  user: Pick<UserRow, 'id' | 'passwordHash'>,
  { address, userAgent }: Place,
  now: Date,
): Promise<string> {
  if (!(await lockUserAsKnown(tx, user))) throw unauthenticated();
  const token = newToken();
  await insertSession(tx, {
    tokenHash: hashToken(token),
    userId: user.id,
    userAgent: userAgent.slice(0, USER_AGENT_MAX),
    address,
    createdAt: now,
    lastSeenAt: now,
  });
  return token;
}

export interface FindingSessions {
  /** The living session of a token: not expired, of an active account. `address` is where it is used from just now. */
  find(token: string, address: string): Promise<Session | null>;
  /** The same without counting as a use, for what a browser does by itself. */
  peek(token: string): Promise<Session | null>;
}

/**
 * Those that are asked for at the same time are looked up together, each anew: nothing is kept, so that a session that
 * has ended is refused by the next call on every process.
 */
export function findingSessions({ db, clock }: { db: Database; clock: Clock }): FindingSessions {
  const findByHash = sessionsByHash(db);
  const look = batch(async (hashes: readonly Buffer[]) => {
    const found = await findByHash(hashes);
    const byHash = new Map(found.map(row => [row.session.tokenHash.toString('hex'), row]));
    return hashes.map(hash => byHash.get(hash.toString('hex')));
  });
  const touching = new Set<string>();

  async function findLiving(token: string, now: Date) {
    const found = await look(hashToken(token));
    if (!found?.user.isActive || isExpired(found.session, found.user.role, now)) return null;
    return found;
  }

  /** Once, however many calls of a screen come at the same time. */
  async function touch(id: string, use: { address: string; now: Date; earlier: Date }): Promise<void> {
    if (touching.has(id)) return;
    touching.add(id);
    try {
      await touchSession(db, id, use);
    } finally {
      touching.delete(id);
    }
  }

  return {
    async find(token, address) {
      const now = clock();
      const found = await findLiving(token, now);
      if (found === null) return null;
      const { session, user } = found;
      const earlier = new Date(now.getTime() - SEEN_EVERY_SECONDS * 1000);
      if (session.lastSeenAt <= earlier) await touch(session.id, { address, now, earlier });
      return { id: session.id, user };
    },
    async peek(token) {
      const found = await findLiving(token, clock());
      return found && { id: found.session.id, user: found.user };
    },
  };
}

/** Which of these sessions still live, by their ids. */
export async function livingSessions(db: Database, clock: Clock, ids: string[]): Promise<Set<string>> {
  const now = clock();
  const found = await listSessionsById(db, ids);
  return new Set(found.filter(session => !isExpired(session, session.role, now)).map(({ id }) => id));
}

export const closeSession = (db: Database | Transaction, token: string): Promise<void> =>
  deleteSessionByHash(db, hashToken(token));

/** The account's sessions that still work, the one used last first. */
export const ownSessions = (
  { db, clock }: { db: Database; clock: Clock },
  { user }: Session,
  paging: Paging,
): Promise<{ rows: SessionRow[]; total: number }> =>
  listLivingSessions(db, user.id, oldestLivingSession(user.role, clock()), paging);

/** Signs out one of the account's own sessions; 404 for any other. */
export async function endOwnSession(db: Database, { user }: Session, id: string): Promise<void> {
  if (!(await deleteSession(db, user.id, id))) throw notFound('Esa sesión ya está cerrada');
}

export const endOtherSessions = (db: Database, { id, user }: Session): Promise<void> =>
  deleteOtherSessions(db, user.id, id);
