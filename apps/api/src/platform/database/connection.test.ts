import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity } from '../../../test/factories.ts';
import { startTcpProxy } from '../../../test/tcp-proxy.ts';
import { createLog } from '../log.ts';
import { openConnection, PROBE_TIMES, warnOfSlowQueries, watchedClient } from './connection.ts';
import { isDatabaseUnavailable } from './errors.ts';

describe('connection', async () => {
  const database = await testDatabase();
  const line = await startTcpProxy(database.url);
  const errors: Error[] = [];
  const connection = openConnection(line.url, error => errors.push(error));
  afterAll(() => line.close());

  const MORE_THAN_POOL_SIZE = 25;

  it('releases a connection that breaks while a transaction starts', async () => {
    for (let count = 0; count < MORE_THAN_POOL_SIZE; count += 1) {
      await connection.db.execute(sql`select 1`);
      const transaction = connection.db.transaction(tx => tx.execute(sql`select 2`));
      line.reset();
      await expect(transaction).rejects.toThrow();
    }
    expect((await connection.db.execute(sql`select 3 as three`)).rows).toEqual([{ three: 3 }]);
  });

  it('survives the end of a connection that was opened for a caller who no longer waited', async () => {
    const url = database.url;
    const times = {
      checkIntervalMs: 2_000,
      probeTimeoutMs: 2_500,
      deadlineMs: 35_000,
      // A busy machine opens the first connections slowly.
      connectTimeoutMs: 30_000,
    };
    const { pool, close } = openConnection(url, () => undefined, times);
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => pool.connect()));
    const patienceMs = 400;
    Object.assign(pool.options, { connectionTimeoutMillis: patienceMs });
    const end = performance.now() + patienceMs + 20;
    const tooLate = pool.connect();
    const isRejected = expect(tooLate).rejects.toThrow('timeout exceeded');
    await first?.query('select pg_sleep(0.2)');
    // The pool opens a connection for the waiting caller, which times out while the process is busy.
    const removed = once(pool, 'remove');
    first?.release(true);
    await removed;
    while (performance.now() < end);
    await isRejected;
    for (const client of others) client.release();
    // `close` ends all connections; a second release would be an uncaught error.
    await close();
  });

  it('reports no errors of connections that break while the pool closes', async () => {
    const closed = connection.close();
    // The pool emits this when a server that is stopping reports it before it processes the close.
    connection.pool.emit('error', new Error('terminating connection due to administrator command'));
    await closed;
    expect(errors).toEqual([]);
  });
});

describe('connection watchdog', async () => {
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
  /** The maximum response time with an unavailable database (docs/rules.md R1.4). */
  const MAX_RESPONSE_MS = 5_000;
  const SENDING_MS = 1_000;

  describe('connection watchdog', () => {
    it('reports an unresponsive database as unavailable, and recovers with it', async () => {
      const { title } = await anActivity(database.connection.db);
      expect((await app.inject(LIST)).json()).toEqual([expect.objectContaining({ title })]);

      line.blackhole();
      // Some of the requests wait for an open connection, others for a new one.
      const responses = await Promise.all(
        Array.from({ length: 3 }, (_, offset) => app.inject(`${LIST}?offset=${offset}`)),
      );
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
      expect(responses[0]?.json()).toMatchObject({ code: 'UNAVAILABLE' });
      line.resume();
      expect((await app.inject(LIST)).json()).toEqual([expect.objectContaining({ title })]);
    });

    it('detects an unresponsive database a second before the contract’s limit, for the response on a busy machine', () => {
      const { checkIntervalMs, probeTimeoutMs } = PROBE_TIMES;
      expect(checkIntervalMs + probeTimeoutMs).toBeLessThanOrEqual(MAX_RESPONSE_MS - SENDING_MS);
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
});

describe('slow queries', async () => {
  let lines: Record<string, unknown>[] = [];
  const log = createLog('warn', { write: line => void lines.push(JSON.parse(line)) });
  const { connection } = await testDatabase();
  warnOfSlowQueries(connection.pool, log, 100);

  beforeEach(() => {
    lines = [];
  });

  it('logs the text of a slow query, without its values', async () => {
    await connection.db.execute(sql`select pg_sleep(${0.11}), ${'secreto'}::text`);
    expect(lines).toMatchObject([
      { level: 40, msg: 'slow query', statement: 'select pg_sleep($1), $2::text' },
    ]);
    expect(lines[0]?.milliseconds).toBeGreaterThanOrEqual(100);
    expect(JSON.stringify(lines)).not.toContain('secreto');
  });

  it('logs slow queries of the pool and slow queries that fail', async () => {
    await connection.pool.query('select pg_sleep(0.11)');
    await expect(connection.pool.query(`select pg_sleep(0.11), 1 / (random() * 0)::int`)).rejects.toThrow();
    expect(lines).toHaveLength(2);
  });

  it('does not log fast queries', async () => {
    await connection.db.execute(sql`select 1`);
    await connection.pool.query('select 1');
    expect(lines).toEqual([]);
  });
});
