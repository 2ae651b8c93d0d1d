import type { FastifyRequest } from 'fastify';
import { unauthenticated } from '../../../platform/errors.ts';
import { type Cookie, readBearer, type Session } from '../../../platform/http/session.ts';
import type { Platform } from '../../../platform/platform.ts';
import { batch } from '../../../platform/speed/batch.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { callsByToken } from '../limits.ts';
import { createSessionLookup } from '../sign-in/session-service.ts';
import { apiTokensByHash, touchApiToken } from './repository.ts';
import { isApiToken } from './service.ts';

/** The last use is stored at most this often, to avoid a write per request. */
const LAST_USED_PRECISION_MS = 60_000;

interface ApiTokenLookup {
  /**
   * The session of a token. Stores the use. Rejects with 401 if the token is unknown or expired or its account deactivated, with 429
   * after too many calls.
   */
  find(token: string): Promise<Session>;
  /** The same without storing or counting a use; null instead of 401. */
  peek(token: string): Promise<Session | null>;
}

/** As for sessions: concurrent lookups share one query, and nothing is cached. */
function createApiTokenLookup({
  db,
  clock,
  limits,
}: Pick<Platform, 'db' | 'clock' | 'limits'>): ApiTokenLookup {
  const findByHash = apiTokensByHash(db);
  const findToken = batch(async (hashes: readonly Buffer[]) => {
    const found = await findByHash(hashes);
    const byHash = new Map(found.map(row => [row.token.tokenHash.toString('hex'), row]));
    return hashes.map(hash => byHash.get(hash.toString('hex')));
  });

  async function findValid(token: string) {
    if (!isApiToken(token)) return null;
    const found = await findToken(hashToken(token));
    return found?.user.isActive && found.token.expiresAt > clock() ? found : null;
  }

  const sessionOf = ({ token, user }: NonNullable<Awaited<ReturnType<typeof findValid>>>): Session => ({
    id: token.id,
    tokenScope: token.scope,
    // The token's creation took a proof, and a program cannot give another one.
    confirmedAt: clock(),
    // A token never administers.
    user: { ...user, role: 'user' },
  });

  return {
    async find(token) {
      const found = await findValid(token);
      if (found === null) throw unauthenticated('El token no existe, venció o fue eliminado.');
      await limits.count(callsByToken, found.token.id);
      const now = clock();
      const earlier = new Date(now.getTime() - LAST_USED_PRECISION_MS);
      const { id, lastUsedAt } = found.token;
      if (lastUsedAt === null || lastUsedAt <= earlier) await touchApiToken(db, id, now, earlier);
      return sessionOf(found);
    },
    async peek(token) {
      const found = await findValid(token);
      return found && sessionOf(found);
    },
  };
}

/** Finds the session of a request: that of its API token, which decides alone, or that of its cookie. */
export interface RequestSessions {
  /** Stores the use. Null without either; rejects with 401 for an unusable token. */
  find(request: Pick<FastifyRequest, 'cookies' | 'headers' | 'ip'>): Promise<Session | null>;
  /** The same without storing a use, for requests that a browser sends by itself; null for an unusable token too. */
  peek(request: Pick<FastifyRequest, 'cookies' | 'headers'>): Promise<Session | null>;
}

export function createRequestSessions(platform: Platform, sessionCookie: Cookie): RequestSessions {
  const sessions = createSessionLookup(platform);
  const tokens = createApiTokenLookup(platform);
  return {
    async find(request) {
      const bearer = readBearer(request.headers);
      if (bearer !== undefined) return tokens.find(bearer);
      const token = sessionCookie.read(request);
      return token === undefined ? null : sessions.find(token, request.ip);
    },
    async peek(request) {
      const bearer = readBearer(request.headers);
      if (bearer !== undefined) return tokens.peek(bearer);
      const token = sessionCookie.read(request);
      return token === undefined ? null : sessions.peek(token);
    },
  };
}
