import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../../settings.ts';
import { AppError } from '../errors.ts';
import { readBearer } from './bearer-token.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Ignores the caller's cookies, so that other sites may call it too. */
    isForAll?: boolean;
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects unsafe methods from other sites; a request without either header is not from a browser (CONTRACT.md section 1). An API token
 * without a cookie is checked nowhere: no page of another site has it.
 */
export function checkOrigin(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', async request => {
    const { isForAll = false } = request.routeOptions.config;
    if (SAFE.has(request.method) || isForAll || hasOnlyToken(request.headers)) return;
    if (isForeign(request.headers, publicUrl)) {
      throw new AppError(403, 'FOREIGN_ORIGIN', 'Esta petición viene de otro sitio y no se acepta.');
    }
  });
}

const hasOnlyToken = (headers: IncomingHttpHeaders): boolean =>
  headers.cookie === undefined && readBearer(headers) !== undefined;

/** Whether a page of another site sent the request. */
export function isForeign(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin } = headers;
  const isElsewhere = origin !== undefined && !isOwnOrigin(origin, publicUrl);
  return isElsewhere || headers['sec-fetch-site'] === 'cross-site';
}

/** On a loopback address, localhost and 127.0.0.1 are the same origin. */
function isOwnOrigin(origin: string, publicUrl: string): boolean {
  if (origin === publicUrl) return true;
  if (!URL.canParse(origin) || !isLoopback(publicUrl) || !isLoopback(origin)) return false;
  const [theirs, ours] = [new URL(origin), new URL(publicUrl)];
  return theirs.protocol === ours.protocol && theirs.port === ours.port;
}
