import type pg from 'pg';
import type { Reading } from './readings.ts';

/** How the process's connections to the database are used; who waits for one is a request that stands still. */
export const poolReading = (pool: pg.Pool): Reading => ({
  name: 'database_connections',
  help: 'Connections of the pool by state, and requests that wait for one',
  values: [
    { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
    { labels: { state: 'idle' }, value: pool.idleCount },
    { labels: { state: 'waiting' }, value: pool.waitingCount },
  ],
});

export const liveReading = (connections: number): Reading => ({
  name: 'live_connections',
  help: 'Live connections that are open in this process',
  values: [{ value: connections }],
});
