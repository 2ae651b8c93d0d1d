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

it('reports no errors of connections that break while the pool closes', async () => {
  const closed = connection.close();
  // The pool emits this when a server that is stopping reports it before it processes the close.
  connection.pool.emit('error', new Error('terminating connection due to administrator command'));
  await closed;
  expect(errors).toEqual([]);
});
