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

const MORE_THAN_THERE_ARE = 25;

it('gives back the place of a connection that broke as a transaction began', async () => {
  for (let count = 0; count < MORE_THAN_THERE_ARE; count += 1) {
    await connection.db.execute(sql`select 1`);
    const transaction = connection.db.transaction(tx => tx.execute(sql`select 2`));
    line.reset();
    await expect(transaction).rejects.toThrow();
  }
  expect((await connection.db.execute(sql`select 3 as three`)).rows).toEqual([{ three: 3 }]);
});

it('has nothing to say of connections that break while it is closed', async () => {
  const closed = connection.close();
  // As the pool does when a server that stops meanwhile says so before it hears that the connection is closed.
  connection.pool.emit('error', new Error('terminating connection due to administrator command'));
  await closed;
  expect(errors).toEqual([]);
});
