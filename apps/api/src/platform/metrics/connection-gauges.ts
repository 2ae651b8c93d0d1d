import type pg from 'pg';
import type { GaugeReading } from './gauges.ts';

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
