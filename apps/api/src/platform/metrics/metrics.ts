import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { forbidden, NOT_ALLOWED } from '../errors.ts';
import { canReadMetrics } from './metrics-access.ts';
import { processMetrics } from './process-metrics.ts';
import { type Readings, writeReadings } from './readings.ts';
import { observeRequests } from './request-times.ts';

interface Parts {
  readonly token: string | null;
  /** Read at each look. */
  readonly readings: readonly Readings[];
}

/**
 * `/metrics` in Prometheus' text format, for who may read it (may-read.ts), and the request times that it tells. Before
 * the other routes: it times those that come after it.
 */
export function serveMetrics(app: FastifyInstance, { token, readings }: Parts): void {
  const requests = new Registry();
  const figures = new Registry();
  const ofProcess = processMetrics();
  observeRequests(app, requests);

  app.get('/metrics', { schema: { hide: true } }, async ({ headers, raw }, reply) => {
    if (!canReadMetrics({ headers, address: raw.socket.remoteAddress }, token)) throw forbidden(NOT_ALLOWED);
    await writeReadings(figures, readings);
    const texts = await Promise.all([requests, figures, ofProcess].map(registry => registry.metrics()));
    return reply
      .header('cache-control', 'no-store')
      .type(Registry.PROMETHEUS_CONTENT_TYPE)
      .send(texts.join(''));
  });
}
