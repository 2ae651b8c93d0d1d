import type { Clock } from '../../platform/clock.ts';
import type { Database, Executor } from '../../platform/database/connection.ts';
import type { Session } from '../../platform/http/session.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { isExpired, SEEN_EVERY_SECONDS } from './rules.ts';
import { deleteSession, findSessionByHash, insertSession, touchSession } from './session-repository.ts';

const USER_AGENT_MAX = 300;

/** Opens a session and returns its token, which is kept by its hash alone. */
export async function openSession(
  tx: Executor,
  userId: string,
  userAgent: string,
  now: Date,
): Promise<string> {
  const token = newToken();
  await insertSession(tx, {
    tokenHash: hashToken(token),
    userId,
    userAgent: userAgent.slice(0, USER_AGENT_MAX),
    createdAt: now,
    lastSeenAt: now,
  });
  return token;
}

/** The living session of a token: not expired, of an active account. */
export async function findSession(db: Database, clock: Clock, token: string): Promise<Session | null> {
  const now = clock();
  const found = await findSessionByHash(db, hashToken(token));
  if (found === null || !found.user.isActive || isExpired(found.session, found.user.role, now)) return null;
  const unseenSeconds = (now.getTime() - found.session.lastSeenAt.getTime()) / 1000;
  if (unseenSeconds >= SEEN_EVERY_SECONDS) await touchSession(db, found.session.id, now);
  return { id: found.session.id, user: found.user };
}

export const closeSession = (db: Database, token: string): Promise<void> =>
  deleteSession(db, hashToken(token));
