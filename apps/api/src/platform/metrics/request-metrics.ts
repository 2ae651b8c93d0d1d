import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

/** Seconds: responses from a cache, responses that query the database, slow ones, and ones slower than users wait. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/**
 * Measures request durations by method, route template and status class. The URL itself is never a label: it may
 * contain personal data and would create an unbounded number of series. Requests without a route count as 'unknown'.
 */
export function collectRequestMetrics(app: FastifyInstance, registry: Registry): void {
  const histogram = new Histogram({
    name: 'minga_http_request_duration_seconds',
    help: 'From the first byte of a request to the last byte of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  // Caches the series: the library's lookup by labels is slow for a hook that runs on every request.
  const seriesCache = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = `${Math.trunc(reply.statusCode / 100)}xx`;
    const key = `${request.method} ${status} ${route}`;
    let series = seriesCache.get(key);
    if (series === undefined) {
      series = histogram.labels(request.method, route, status);
      seriesCache.set(key, series);
    }
    series.observe(reply.elapsedTime / 1000);
  });
}
