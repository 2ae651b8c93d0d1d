import { sql } from 'drizzle-orm';
import { afterAll, expect, it, vi } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { startTcpProxy } from '../../../test/tcp-proxy.ts';
import { createLog } from '../log.ts';
import { createPgListener } from './pg-listener.ts';

const { connection, url } = await testDatabase();
const line = await startTcpProxy(url);
const notices = createPgListener({ databaseUrl: line.url, log: createLog('silent') });
afterAll(async () => {
  await notices.stop();
  await line.close();
});

it('knows after some seconds that a line has fallen silent, and hears again when it is back', async () => {
  const heard: string[] = [];
  notices.on('news', payload => heard.push(payload), vi.fn());
  await notices.start();
  expect(notices.isListening()).toBe(true);

  line.blackhole();
  await expect.poll(() => notices.isListening(), { timeout: 15_000 }).toBe(false);
  line.resume();
  await expect.poll(() => notices.isListening()).toBe(true);
  await connection.db.execute(sql`select pg_notify('news', 'back')`);
  await expect.poll(() => heard).toEqual(['back']);
});
