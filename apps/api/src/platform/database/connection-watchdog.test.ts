import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity } from '../../../test/factories.ts';
import { startTcpProxy } from '../../../test/tcp-proxy.ts';
import { openConnection } from './connection.ts';
import { PROBE_TIMES, watchedClient } from './connection-watchdog.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

const database = await testDatabase();
const line = await startTcpProxy(database.url);
const TIMES = { checkIntervalMs: 100, probeTimeoutMs: 1_000, connectTimeoutMs: 1_000, deadlineMs: 10_000 };
const connection = openConnection(line.url, () => undefined, TIMES);
const app = await testApp({}, { url: line.url, connection });
afterAll(async () => {
  await connection.close();
  await line.close();
});

const LIST = '/api/tasks/others';
/** CONTRACT.md section 1: an unavailable database. */
const MAX_RESPONSE_MS = 5_000;

describe('connection watchdog', () => {
  it('reports an unresponsive database as unavailable, and recovers with it', async () => {
    const { title } = await anActivity(database.connection.db);
    expect((await app.inject(LIST)).json()).toEqual([expect.objectContaining({ title })]);

    line.blackhole();
    // Several requests: some wait for an open connection, others for a new one.
    const responses = await Promise.all(
      Array.from({ length: 3 }, (_, offset) => app.inject(`${LIST}?offset=${offset}`)),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
    expect(responses[0]?.json()).toMatchObject({ code: 'UNAVAILABLE' });
    line.resume();
    expect((await app.inject(LIST)).json()).toEqual([expect.objectContaining({ title })]);
  });

  it('detects an unresponsive database within the contract’s limit', () => {
    expect(PROBE_TIMES.checkIntervalMs + PROBE_TIMES.probeTimeoutMs).toBeLessThan(MAX_RESPONSE_MS);
  });

  it('fails a waiting transaction and discards its connection', async () => {
    const failure = await connection.db
      .transaction(async tx => {
        await tx.execute(sql`select 1`);
        line.blackhole();
        await tx.execute(sql`select 2`);
      })
      .catch(error => error);
    expect(isDatabaseUnavailable(failure)).toBe(true);
    line.resume();
    expect((await connection.db.execute(sql`select 3 as three`)).rows).toEqual([{ three: 3 }]);
  });

  it('destroys a connection without a response within the deadline, even if the database accepts others', async () => {
    const pool = new pg.Pool({
      connectionString: database.url,
      Client: watchedClient(database.url, { ...TIMES, deadlineMs: 500 }),
      max: 1,
    });
    await expect(pool.query('select pg_sleep(20)')).rejects.toThrow('Connection terminated');
    expect((await pool.query('select 4 as four')).rows).toEqual([{ four: 4 }]);
    await pool.end();
  });

  it('does not interrupt a slow query', async () => {
    const { rows } = await connection.db.execute(sql`select pg_sleep(0.5), 'done' as state`);
    expect(rows).toMatchObject([{ state: 'done' }]);
  });
});
