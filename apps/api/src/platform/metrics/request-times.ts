import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

/** Seconds. What is answered from memory, what asks the database, what is slow, and what nobody waits for. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/**
 * How long requests take, by method, the route's template and the class of the status: never by what stands in the
 * address, which would be somebody's, and without end. What no route knows is one: 'unknown'.
 */
export function observeRequests(app: FastifyInstance, registry: Registry): void {
  const histogram = new Histogram({
    name: 'minga_http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  // Each series is looked up in the library once, not with each request.
  const series = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = `${Math.trunc(reply.statusCode / 100)}xx`;
    const key = `${request.method} ${status} ${route}`;
    let one = series.get(key);
    if (one === undefined) {
      one = histogram.labels(request.method, route, status);
      series.set(key, one);
    }
    one.observe(reply.elapsedTime / 1000);
  });
}
