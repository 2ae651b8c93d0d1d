import type { FastifyRequest } from 'fastify';
import { readBearer } from '../../platform/http/bearer-token.ts';
import type { Cookie } from '../../platform/http/cookies.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { createApiTokenLookup } from './api-token-session-service.ts';
import { createSessionLookup } from './session-service.ts';

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
