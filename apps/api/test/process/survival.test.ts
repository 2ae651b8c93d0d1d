import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { postgresProcessesIn } from '../../src/platform/database/embedded-server.ts';
import { emptyDatabase } from '../database.ts';
import { dataFolder, preparedFolder, startMinga, waitFor } from './minga-process.ts';
import { hasAccount, register, statusOf } from './requests.ts';
import { storedEmails } from './stored-emails.ts';

const WRITERS = 4;
/** `npm run faults` measures how soon the product recovers; this only ends a run in which it does not. */
const PATIENCE_MS = 120_000;

const postmasterFile = (folder: string) => join(folder, 'postgres', 'postmaster.pid');

async function postmasterPid(folder: string): Promise<number> {
  return Number((await readFile(postmasterFile(folder), 'utf8')).split('\n')[0]);
}

interface Written {
  /** The e-mails whose registration returned 201. */
  readonly acknowledged: string[];
  readonly statuses: Set<number>;
}

/** Registers accounts continuously and concurrently until `isDone` returns true for the last status. */
async function writeUntil(address: string, isDone: (last: number) => boolean): Promise<Written> {
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  async function write(writer: number): Promise<void> {
    let status = 201;
    for (let n = 0; !isDone(status); n += 1) {
      const email = `vecina-${writer}-${n}@example.org`;
      status = await register(address, email);
      statuses.add(status);
      if (status === 201) acknowledged.push(email);
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  return { acknowledged, statuses };
}

test.concurrent('two processes that start concurrently on one empty database share it', async () => {
  const databaseUrl = await emptyDatabase();
  const folder = await dataFolder();
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: folder };
  const [first, second] = await Promise.all([startMinga(settings), startMinga(settings)]);
  expect(await register(first.address, 'ana@example.org')).toBe(201);
  expect(await hasAccount(second.address, 'ana@example.org')).toBe(true);
  for (const minga of [first, second]) minga.child.kill('SIGTERM');
  expect((await first.ended).code).toBe(0);
  expect((await second.ended).code).toBe(0);
});

test.concurrent('after a kill -9 of Minga the next start adopts the running database with every acknowledged row', async () => {
  const folder = await preparedFolder();
  const first = await startMinga({ DATA_DIR: folder });
  const server = await postmasterPid(folder);
  let responses = 0;
  const { acknowledged, statuses } = await writeUntil(first.address, last => {
    responses += 1;
    // While other requests are in flight.
    if (responses === 4 * WRITERS) first.child.kill('SIGKILL');
    return last === 0;
  });
  await first.ended;
  const second = await startMinga({ DATA_DIR: folder });
  expect(await postmasterPid(folder)).toBe(server);
  expect(statuses).toEqual(new Set([201, 0]));
  expect(await storedEmails(folder)).toEqual(expect.arrayContaining(acknowledged));
  second.child.kill('SIGTERM');
  expect((await second.ended).code).toBe(0);
  await waitFor(async () => expect(await postgresProcessesIn(join(folder, 'postgres'))).toEqual([]));
});

test.concurrent('after a kill -9 of the database it recovers; until then requests get nothing but 503, and no row is lost', async () => {
  const folder = await preparedFolder();
  const minga = await startMinga({ DATA_DIR: folder });
  const server = await postmasterPid(folder);
  let responses = 0;
  let killedAt = Number.POSITIVE_INFINITY;
  let isRestarted = false;
  // On a busy machine the outage may be shorter than any request.
  const watchRestart = () =>
    waitFor(async () => expect(await postmasterPid(folder)).not.toBe(server), PATIENCE_MS).then(
      () => (isRestarted = true),
    );
  let watching: Promise<unknown> = Promise.resolve();
  const { acknowledged, statuses } = await writeUntil(minga.address, last => {
    responses += 1;
    if (responses === 4 * WRITERS) {
      killedAt = performance.now();
      process.kill(server, 'SIGKILL');
      watching = watchRestart();
    }
    return (isRestarted && last === 201) || performance.now() - killedAt > PATIENCE_MS;
  });
  await watching;
  expect(performance.now() - killedAt).toBeLessThan(PATIENCE_MS);
  expect([...statuses].filter(status => status !== 201 && status !== 503)).toEqual([]);
  expect(await storedEmails(folder)).toEqual(expect.arrayContaining(acknowledged));
  expect(await statusOf(`${minga.address}/readyz`)).toBe(200);
});

test.concurrent('a corrupt postmaster.pid of a running database does not prevent the start', async () => {
  const folder = await preparedFolder();
  const first = await startMinga({ DATA_DIR: folder });
  expect(await register(first.address, 'ana@example.org')).toBe(201);
  first.child.kill('SIGKILL');
  await first.ended;
  await writeFile(postmasterFile(folder), '\0basura');
  const second = await startMinga({ DATA_DIR: folder });
  expect(await hasAccount(second.address, 'ana@example.org')).toBe(true);
});

test.concurrent('of two processes on one folder, the first to stop leaves the database to the other', async () => {
  const folder = await preparedFolder();
  const first = await startMinga({ DATA_DIR: folder });
  const second = await startMinga({ DATA_DIR: folder });
  first.child.kill('SIGTERM');
  expect((await first.ended).code).toBe(0);
  expect(await statusOf(`${second.address}/readyz`)).toBe(200);
  second.child.kill('SIGTERM');
  expect((await second.ended).code).toBe(0);
  await waitFor(async () => expect(await postgresProcessesIn(join(folder, 'postgres'))).toEqual([]));
});
