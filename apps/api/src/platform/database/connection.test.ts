import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { startTcpProxy } from '../../../test/tcp-proxy.ts';
import { openConnection } from './connection.ts';

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
  const times = { checkIntervalMs: 2_000, probeTimeoutMs: 2_500, deadlineMs: 35_000, connectTimeoutMs: 400 };
  const { pool, close } = openConnection(url, () => undefined, times);
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => pool.connect()));
  const end = performance.now() + times.connectTimeoutMs + 20;
  const tooLate = pool.connect();
  const isRejected = expect(tooLate).rejects.toThrow('timeout exceeded');
  await first?.query('select pg_sleep(0.2)');
  // The pool opens a connection for the waiting caller, whose time ends while the process is busy.
  const removed = once(pool, 'remove');
  first?.release(true);
  await removed;
  while (performance.now() < end);
  await isRejected;
  for (const client of others) client.release();
  // Ends all connections; a second release would be an uncaught error.
  await close();
});

it('reports no errors of connections that break while the pool closes', async () => {
  const closed = connection.close();
  // The pool emits this when a server that is stopping reports it before it processes the close.
  connection.pool.emit('error', new Error('terminating connection due to administrator command'));
  await closed;
  expect(errors).toEqual([]);
});
