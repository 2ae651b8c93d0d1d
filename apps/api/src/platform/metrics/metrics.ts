import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { forbidden, NOT_ALLOWED } from '../errors.ts';
import { type Caller, isLocalRequest } from '../http/local-request.ts';
import { hashToken } from '../tokens.ts';

/** Returns true for requests with the token and, without any token, for requests of programs on the same machine. */
export function canReadMetrics(caller: Caller, token: string | null): boolean {
  const given = /^Bearer (.+)$/i.exec(caller.headers.authorization ?? '')?.[1];
  if (given !== undefined) return token !== null && timingSafeEqual(hashToken(given), hashToken(token));
  return isLocalRequest(caller);
}

let registry: Registry | null = null;

/** Returns the registry of memory, CPU and event loop metrics. A process has only one, since tests run several apps in a process. */
function processMetrics(): Registry {
  if (registry === null) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}

/** The buckets in seconds, for responses from a cache, responses that query the database, slow ones, and those beyond users' patience. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/**
 * Measures request durations by method, route template and status class. The URL itself is never a label: it may
 * contain personal data and would create an unbounded number of series. Requests without a route count as 'unknown'.
 */
function collectRequestMetrics(app: FastifyInstance, registry: Registry): void {
  const histogram = new Histogram({
    name: 'minga_http_request_duration_seconds',
    help: 'From the first byte of a request to the last byte of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  // The series are cached, since the library's lookup by labels is slow for a hook that runs on every request.
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

/**
 * The current values of a gauge, one per combination of label values. A number of rows is a gauge too, also if it only grows: the
 * database counts it, so that it survives a restart and every process reports the same.
 */
export interface GaugeReading {
  /** The name without the prefix `minga_`. */
  readonly name: string;
  readonly help: string;
  readonly values: readonly GaugeValue[];
}

interface GaugeValue {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export type GaugeSource = () => readonly GaugeReading[] | Promise<readonly GaugeReading[]>;

/** Replaces the registry's gauges, so that values that are no longer reported disappear. */
async function updateGauges(registry: Registry, sources: readonly GaugeSource[]): Promise<void> {
  const readings = (await Promise.all(sources.map(read => read()))).flat();
  registry.clear();
  for (const { name, help, values } of readings) {
    const labelNames = Object.keys(values[0]?.labels ?? {});
    const gauge = new Gauge({ name: `minga_${name}`, help, labelNames, registers: [registry] });
    for (const { labels = {}, value } of values) gauge.set(labels, value);
  }
}

export const poolGauge = (pool: pg.Pool): GaugeReading => ({
  name: 'database_connections',
  help: 'Connections of the pool by state, and requests that wait for one',
  values: [
    { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
    { labels: { state: 'idle' }, value: pool.idleCount },
    { labels: { state: 'waiting' }, value: pool.waitingCount },
  ],
});

export const liveConnectionsGauge = (connections: number): GaugeReading => ({
  name: 'live_connections',
  help: 'Live connections that are open in this process',
  values: [{ value: connections }],
});

interface Parts {
  readonly token: string | null;
  /** The sources of the gauges, which are read at each scrape. */
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
