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
/** CONTRACT.md section 1: the database is away. A busy machine may take a little longer. */
const TOLD_MS = 8_000;

describe('a database that falls silent', () => {
  it('is away after some seconds, and back when it answers again', async () => {
    const { title } = await anActivity(database.connection.db);
    expect((await app.inject(LIST)).json()).toEqual([expect.objectContaining({ title })]);

    line.blackhole();
    const asked = Date.now();
    // More than one has to wait: on connections that are open, and on those that would be opened.
    const replies = await Promise.all(
      Array.from({ length: 3 }, (_, mark) => app.inject(`${LIST}?offset=${mark}`)),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
    expect(replies[0]?.json()).toMatchObject({ code: 'UNAVAILABLE' });
    expect(Date.now() - asked).toBeLessThan(TOLD_MS);

    line.resume();
    expect((await app.inject(LIST)).json()).toEqual([expect.objectContaining({ title })]);
  });

  it('ends a transaction that waits for it, and the connection is used no more', async () => {
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

  it('is one that answers others, but this connection not within the time of the longest statement', async () => {
    const pool = new pg.Pool({
      connectionString: database.url,
      Client: watchedClient(database.url, 1_000),
      max: 1,
    });
    await expect(pool.query('select pg_sleep(20)')).rejects.toThrow('Connection terminated');
    expect((await pool.query('select 4 as four')).rows).toEqual([{ four: 4 }]);
    await pool.end();
  });

  it('is not one that takes its time', async () => {
    const { rows } = await connection.db.execute(sql`select pg_sleep(5), 'done' as state`);
    expect(rows).toMatchObject([{ state: 'done' }]);
  });
});
