import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';

/** The current values of a gauge, one per combination of label values. */
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
export async function updateGauges(registry: Registry, sources: readonly GaugeSource[]): Promise<void> {
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
