import { sql } from 'drizzle-orm';
import { afterAll, expect, it, vi } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { lineTo } from '../../../test/line.ts';
import { createLog } from '../log.ts';
import { createNotices } from './notices.ts';

const { connection, url } = await testDatabase();
const line = await lineTo(url);
const notices = createNotices({ databaseUrl: line.url, log: createLog('silent') });
afterAll(async () => {
  await notices.stop();
  await line.close();
});

it('knows after some seconds that a line has fallen silent, and hears again when it is back', async () => {
  const heard: string[] = [];
  notices.on('news', payload => heard.push(payload), vi.fn());
  await notices.start();
  expect(notices.isListening()).toBe(true);

  line.fallSilent();
  await vi.waitFor(() => expect(notices.isListening()).toBe(false), { timeout: 15_000 });
  line.recover();
  await vi.waitFor(() => expect(notices.isListening()).toBe(true), { timeout: 10_000 });
  await connection.db.execute(sql`select pg_notify('news', 'back')`);
  await vi.waitFor(() => expect(heard).toEqual(['back']));
});
