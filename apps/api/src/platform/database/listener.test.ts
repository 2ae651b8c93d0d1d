import { sql } from 'drizzle-orm';
import { afterAll, expect, it, vi } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { startTcpProxy } from '../../../test/tcp-proxy.ts';
import { createLog } from '../log.ts';
import { createPgListener } from './listener.ts';

const { connection, url } = await testDatabase();
const line = await startTcpProxy(url);
const listener = createPgListener(
  { databaseUrl: line.url, log: createLog('silent') },
  { connectTimeoutMs: 500, heartbeatMs: 600, queryTimeoutMs: 500 },
);
afterAll(async () => {
  await listener.stop();
  await line.close();
});

it('detects a connection that no longer responds, and receives notifications after it is restored', async () => {
  const payloads: string[] = [];
  listener.on('news', payload => payloads.push(payload), vi.fn());
  await listener.start();
  expect(listener.isListening()).toBe(true);

  line.blackhole();
  await expect.poll(() => listener.isListening(), { timeout: 15_000 }).toBe(false);
  line.resume();
  await expect.poll(() => listener.isListening()).toBe(true);
  await connection.db.execute(sql`select pg_notify('news', 'back')`);
  await expect.poll(() => payloads).toEqual(['back']);
});
