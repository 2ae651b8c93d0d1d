import type { FastifyInstance, RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of all sites may read the response (CORS): it is public, and no credentials are needed. */
    isCrossOrigin?: boolean;
  }
}

/** Headers besides the safelisted ones that scripts may read. */
const READABLE = 'ETag, Retry-After, X-Request-Id, X-Total-Count';
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD',
  // Neither cookies nor `Authorization`: other sites get what every visitor gets.
  'access-control-allow-headers': 'Accept, Content-Type, If-None-Match',
  'access-control-max-age': '86400',
  'cache-control': 'no-store',
};

/** The options of a route that pages of all sites may read. */
export const crossOrigin = { config: { isCrossOrigin: true } } as const;

/**
 * Sends the CORS headers of the routes that are marked, also with an error, and answers their preflight requests. All other routes have
 * no such header, so that browsers hide their responses from other sites.
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
