import type { FastifyInstance } from 'fastify';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { methodNotAllowed } from '../errors.ts';

const noHandler = (): void => undefined;

/**
 * Rejects a request whose path has routes, but none with its method: 405 with those methods in `Allow` (RFC 9110, section 15.5.6).
 * Fastify answers 404. A router of the same kind holds all routes, since Fastify does not tell which of them match a path.
 */
export function rejectOtherMethods(app: FastifyInstance, maxParamLength: number): void {
  const router = findMyWay({ maxParamLength });
  const methods = new Set<HTTPMethod>();

  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat() as HTTPMethod[]) {
      // Fastify adds the same HEAD route for a GET route that has one.
      if (router.hasRoute(one, url)) continue;
      methods.add(one);
      router.on(one, url, noHandler);
    }
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const allowed = [...methods].filter(method => router.find(method, request.url) !== null);
    // The router has a route for GET, which did not match for another reason.
    if (allowed.length === 0 || allowed.includes(request.method as HTTPMethod)) return done();
    reply.header('allow', allowed.toSorted().join(', '));
    done(methodNotAllowed());
  });
}
