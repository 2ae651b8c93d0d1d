import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { isLoopback } from '../../settings.ts';
import { AppError } from '../errors.ts';
import { readBearer } from './session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether pages of all sites may read the response (CORS), which is public and needs no credentials. */
    isCrossOrigin?: boolean;
  }
}

/** The headers that scripts may read in addition to the CORS-safelisted ones. */
const READABLE = 'ETag, Retry-After, X-Request-Id, X-Total-Count';
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD',
  // `Authorization` is not allowed, and neither are cookies: other sites get the response of a visitor.
  'access-control-allow-headers': 'Accept, Content-Type, If-None-Match',
  'access-control-max-age': '86400',
  'cache-control': 'no-store',
};

/** The options of a route that pages of all sites may read. */
export const crossOrigin = { config: { isCrossOrigin: true } } as const;

/**
 * Sends the CORS headers of the routes with `isCrossOrigin`, with an error too, and responds to their preflight requests. All other routes
 * have no such header, so browsers hide their responses from other sites.
 */
export function allowCrossOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isCrossOrigin === true)
      reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': READABLE });
    done();
  });
  app.addHook('onRoute', function addPreflight(this: FastifyInstance, { method, config, routePath }) {
    if (config?.isCrossOrigin !== true || !isGet(method)) return;
    this.options(routePath, { ...crossOrigin, schema: { hide: true } }, (_request, reply) =>
      reply.status(204).headers(PREFLIGHT).send(),
    );
  });
}

/** Fastify adds the HEAD route of each GET route as a route of its own. */
const isGet = (method: RouteOptions['method']): boolean => [method].flat().includes('GET');

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route ignores the caller's cookies, so that other sites may call it too. */
    isForAll?: boolean;
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects requests with unsafe methods from other sites. A request without `Origin` and `Sec-Fetch-Site` is not from a browser
 * (docs/rules.md R1.7). A request with an API token and without a cookie is not checked, since no page of another site has the token.
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
