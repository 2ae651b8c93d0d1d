import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { postgresProcessesIn } from '../../src/platform/database/embedded-processes.ts';
import { emptyDatabase } from '../database.ts';
import { dataFolder, startMinga, waitFor } from './minga-process.ts';
import { hasAccount, register, statusOf } from './requests.ts';
import { storedEmails } from './stored-emails.ts';

const WRITERS = 4;
const BACK_MS = 10_000;

const postmasterFile = (folder: string) => join(folder, 'postgres', 'postmaster.pid');

async function postmasterPid(folder: string): Promise<number> {
  return Number((await readFile(postmasterFile(folder), 'utf8')).split('\n')[0]);
}

interface Written {
  /** The e-mails whose registration was answered by 201. */
  readonly acknowledged: string[];
  readonly statuses: Set<number>;
}

/** Registers accounts without a break, several at a time; `isOver` is asked before each, with the last status. */
async function writeUntil(address: string, isOver: (last: number) => boolean): Promise<Written> {
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  async function write(writer: number): Promise<void> {
    let status = 201;
    for (let n = 0; !isOver(status); n += 1) {
      const email = `vecina-${writer}-${n}@example.org`;
      status = await register(address, email);
      statuses.add(status);
      if (status === 201) acknowledged.push(email);
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  return { acknowledged, statuses };
}

test.concurrent('two processes that start together on one empty database both come up, and share it', async () => {
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

test.concurrent('after a kill -9 of Minga the next one joins the database left behind, and every acknowledged row is there', async () => {
  const folder = await dataFolder();
  const first = await startMinga({ DATA_DIR: folder });
  const server = await postmasterPid(folder);
  let answers = 0;
  const { acknowledged, statuses } = await writeUntil(first.address, last => {
    answers += 1;
    // While the others' requests are being worked on.
    if (answers === 4 * WRITERS) first.child.kill('SIGKILL');
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

test.concurrent('after a kill -9 of the database it is back within 10 s; until then the answer is 503, and no row is lost', async () => {
  const folder = await dataFolder();
  const minga = await startMinga({ DATA_DIR: folder });
  const server = await postmasterPid(folder);
  let answers = 0;
  let killedAt = Number.POSITIVE_INFINITY;
  let wasAway = false;
  const { acknowledged, statuses } = await writeUntil(minga.address, last => {
    answers += 1;
    if (answers === 4 * WRITERS) {
      killedAt = performance.now();
      process.kill(server, 'SIGKILL');
    }
    wasAway ||= last === 503;
    return (wasAway && last === 201) || performance.now() - killedAt > BACK_MS;
  });
  expect(performance.now() - killedAt).toBeLessThan(BACK_MS);
  expect(statuses).toEqual(new Set([201, 503]));
  expect(await storedEmails(folder)).toEqual(expect.arrayContaining(acknowledged));
  expect(await statusOf(`${minga.address}/readyz`)).toBe(200);
});

test.concurrent('garbage in the postmaster.pid of a database left behind is survived', async () => {
  const folder = await dataFolder();
  const first = await startMinga({ DATA_DIR: folder });
  expect(await register(first.address, 'ana@example.org')).toBe(201);
  first.child.kill('SIGKILL');
  await first.ended;
  await writeFile(postmasterFile(folder), '\0basura');
  const second = await startMinga({ DATA_DIR: folder });
  expect(await hasAccount(second.address, 'ana@example.org')).toBe(true);
});

test.concurrent('of two on one folder, the one that goes leaves the database to the one that stays', async () => {
  const folder = await dataFolder();
  const first = await startMinga({ DATA_DIR: folder });
  const second = await startMinga({ DATA_DIR: folder });
  first.child.kill('SIGTERM');
  expect((await first.ended).code).toBe(0);
  expect(await statusOf(`${second.address}/readyz`)).toBe(200);
  second.child.kill('SIGTERM');
  expect((await second.ended).code).toBe(0);
  await waitFor(async () => expect(await postgresProcessesIn(join(folder, 'postgres'))).toEqual([]));
});
