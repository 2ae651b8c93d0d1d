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

/** The last use of a token is stored at most this often, to avoid a write per request. */
const LAST_USED_PRECISION_MS = 60_000;

interface ApiTokenLookup {
  /**
   * Returns the session of a token and stores the use. Throws 401 if the token is unknown or expired or its account deactivated, and
   * 429 after too many calls.
   */
  find(token: string): Promise<Session>;
  /** Returns the session without storing or counting a use, or null where `find` throws 401. */
  peek(token: string): Promise<Session | null>;
}

/** Like lookups of sessions, concurrent lookups share one query, and nothing is cached. */
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
    // The creation of the token required a confirmed identity, and a program cannot confirm it again.
    confirmedAt: clock(),
    // A token never has the rights of an administrator.
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

/** Finds the session of a request by its API token, or by its cookie if the request has no token. */
export interface RequestSessions {
  /** Stores the use. Returns null without a token or a valid session cookie, and throws 401 if the token is not valid. */
  find(request: Pick<FastifyRequest, 'cookies' | 'headers' | 'ip'>): Promise<Session | null>;
  /** Stores no use, for requests that a browser sends by itself. Returns null also if the token is not valid. */
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
