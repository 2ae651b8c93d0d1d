import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { defaultSite } from '../../../test/site.ts';
import { startTcpProxy } from '../../../test/tcp-proxy.ts';
import { createPgListener } from '../database/listener.ts';
import { createLog } from '../log.ts';
import { createCurrentSite } from './current-site.ts';

const { connection, url } = await testDatabase();
const line = await startTcpProxy(url);
const log = createLog('silent');
const listener = createPgListener(
  { databaseUrl: line.url, log },
  { connectTimeoutMs: 500, heartbeatMs: 600, queryTimeoutMs: 500 },
);
afterAll(async () => {
  await listener.stop();
  await line.close();
});

// docs/rules.md R1.4: a request that waited for a reading which fails would then wait for its own queries as long again.
it('reads nothing, for which requests would wait, from a database that is silent, and what changed when it responds', async () => {
  let isLineSilent = false;
  const readingsOfSilence: string[] = [];
  const read = async () => {
    if (isLineSilent) readingsOfSilence.push('reading');
    const { rows } = await connection.db.execute<{ name: string }>(sql`select name from site`);
    return { ...defaultSite, name: rows[0]?.name ?? defaultSite.name };
  };
  const site = createCurrentSite({ initial: defaultSite, read, listener, log });
  await listener.start();
  await expect.poll(() => site.pending()).toBeNull();

  isLineSilent = true;
  line.blackhole();
  await connection.db.execute(
    sql`insert into site (name, version, updated_at) values ('Ayni', gen_random_uuid(), now())`,
  );
  await expect.poll(() => listener.isListening(), { timeout: 15_000 }).toBe(false);
  expect(readingsOfSilence).toEqual([]);

  isLineSilent = false;
  line.resume();
  await expect.poll(() => site.current().name, { timeout: 15_000 }).toBe('Ayni');
});
