import { afterAll, expect, it, vi } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { startTcpProxy } from '../../../test/tcp-proxy.ts';
import { createLog } from '../log.ts';
import { createJobs } from './jobs.ts';

const { connection, url } = await testDatabase();
const line = await startTcpProxy(url);
const jobs = createJobs({ databaseUrl: line.url, log: createLog('silent') });
afterAll(async () => {
  // Closed first, because requests sent shortly before the recovery are still pending.
  await line.close();
  await jobs.stop();
});

it('resumes jobs when an unresponsive database recovers', async () => {
  const done: unknown[] = [];
  jobs.work('letters', async data => void done.push(data));
  await jobs.start();

  line.blackhole();
  // By then the worker's own poll has failed too.
  await expect(jobs.queues()).rejects.toThrow('the database is silent');
  line.resume();
  await jobs.send(connection.db, 'letters', { number: 1 });
  await vi.waitFor(() => expect(done).toEqual([{ number: 1 }]), { timeout: 10_000 });
});
