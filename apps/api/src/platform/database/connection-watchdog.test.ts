import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity } from '../../../test/factories.ts';
import { startTcpProxy } from '../../../test/tcp-proxy.ts';
import { openConnection } from './connection.ts';
import { watchedClient } from './connection-watchdog.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

const database = await testDatabase();
const line = await startTcpProxy(database.url);
const connection = openConnection(line.url, () => undefined);
const app = await testApp({}, { url: line.url, connection });
afterAll(async () => {
  await connection.close();
  await line.close();
});

const LIST = '/api/tasks/others';
/** CONTRACT.md section 1: an unavailable database. A busy machine may need a little longer. */
const MAX_RESPONSE_MS = 8_000;

describe('connection watchdog', () => {
  it('reports an unresponsive database as unavailable, and recovers with it', async () => {
    const { title } = await anActivity(database.connection.db);
    expect((await app.inject(LIST)).json()).toEqual([expect.objectContaining({ title })]);

    line.blackhole();
    const start = Date.now();
    // Several requests: some wait for an open connection, others for a new one.
    const responses = await Promise.all(
      Array.from({ length: 3 }, (_, offset) => app.inject(`${LIST}?offset=${offset}`)),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
    expect(responses[0]?.json()).toMatchObject({ code: 'UNAVAILABLE' });
    expect(Date.now() - start).toBeLessThan(MAX_RESPONSE_MS);

    line.resume();
    expect((await app.inject(LIST)).json()).toEqual([expect.objectContaining({ title })]);
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
      Client: watchedClient(database.url, 1_000),
      max: 1,
    });
    await expect(pool.query('select pg_sleep(20)')).rejects.toThrow('Connection terminated');
    expect((await pool.query('select 4 as four')).rows).toEqual([{ four: 4 }]);
    await pool.end();
  });

  it('does not interrupt a slow query', async () => {
    const { rows } = await connection.db.execute(sql`select pg_sleep(5), 'done' as state`);
    expect(rows).toMatchObject([{ state: 'done' }]);
  });
});
