import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { forbidden, NOT_ALLOWED } from '../errors.ts';
import { type GaugeSource, updateGauges } from './gauges.ts';
import { canReadMetrics } from './metrics-access.ts';
import { processMetrics } from './process-metrics.ts';
import { collectRequestMetrics } from './request-metrics.ts';

interface Parts {
  readonly token: string | null;
  /** Read at each scrape. */
  readonly gaugeSources: readonly GaugeSource[];
}

/**
 * Serves `/metrics` in Prometheus' text format. To be registered before the other routes: the hook that measures
 * requests applies to routes registered after it.
 */
export function serveMetrics(app: FastifyInstance, { token, gaugeSources }: Parts): void {
  const requestRegistry = new Registry();
  const gaugeRegistry = new Registry();
  const registries = [requestRegistry, gaugeRegistry, processMetrics()];
  collectRequestMetrics(app, requestRegistry);

  app.get('/metrics', { schema: { hide: true } }, async ({ headers, raw }, reply) => {
    if (!canReadMetrics({ headers, address: raw.socket.remoteAddress }, token)) throw forbidden(NOT_ALLOWED);
    await updateGauges(gaugeRegistry, gaugeSources);
    const texts = await Promise.all(registries.map(registry => registry.metrics()));
    return reply
      .header('cache-control', 'no-store')
      .type(Registry.PROMETHEUS_CONTENT_TYPE)
      .send(texts.join(''));
  });
}
