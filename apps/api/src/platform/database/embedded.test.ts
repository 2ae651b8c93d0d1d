import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeDataFolder } from '../../../test/data-folder.ts';
import { createLog } from '../log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { postgresProcessesIn } from './embedded-processes.ts';

// Each test starts and stops a real server, some several times.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const log = createLog('silent');
const started: EmbeddedPostgres[] = [];
/** A data folder with a stopped server: making one takes seconds, copying it does not. */
let stopped = '';
let dataDir = '';
let folder = '';

beforeAll(async () => {
  stopped = await makeDataFolder();
  await (await startEmbeddedPostgres({ dataDir: stopped, log })).stop();
});
afterAll(() => rm(stopped, { recursive: true }));

beforeEach(async () => {
  dataDir = await makeDataFolder();
  folder = join(dataDir, 'postgres');
});

afterEach(async () => {
  await Promise.all(started.splice(0).map(server => server.stop()));
  await untilNoProcessIsLeft();
  await rm(dataDir, { recursive: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log });
  started.push(server);
  return server;
}

async function startExisting(): Promise<EmbeddedPostgres> {
  // With its owner: under root the server runs as another user.
  execFileSync('cp', ['-a', `${stopped}/.`, dataDir]);
  return start();
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query(statement);
    return rows;
  } finally {
    await client.end();
  }
}

/** On a busy machine the server's processes may end shortly after `stop` returns. */
const untilNoProcessIsLeft = () =>
  vi.waitFor(async () => expect(await postgresProcessesIn(folder)).toEqual([]), {
    timeout: 10_000,
    interval: 50,
  });

const postmasterPid = async () =>
  Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);

test('runs with durable settings, UTF-8 and UTC, and does not expose its password', async () => {
  const { url } = await start();
  const settings = await query(
    url,
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes',
       'TimeZone', 'server_encoding', 'listen_addresses', 'password_encryption') order by lower(name)`,
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '127.0.0.1',
    password_encryption: 'scram-sha-256',
    server_encoding: 'UTF8',
    synchronous_commit: 'on',
    TimeZone: 'UTC',
  });
  expect(await query(url, `select current_database() as name, lower('ÁÑ') as folded`)).toEqual([
    { name: 'minga', folded: 'áñ' },
  ]);
  const file = join(dataDir, 'postgres.password');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { password } = new URL(url);
  expect(password).not.toBe((await readFile(file, 'utf8')).trim());
  expect(await readFile(join(folder, 'server.log'), 'utf8')).not.toContain(password);
  await expect(query(url.replace(password, 'wrong'), 'select 1')).rejects.toThrow(
    /password authentication failed/,
  );
});

test('data survives a stop and a start', async () => {
  const first = await startExisting();
  await query(first.url, 'create table saved as select 7 as n');
  await first.stop();
  await untilNoProcessIsLeft();
  const second = await start();
  expect(await query(second.url, 'select n from saved')).toEqual([{ n: 7 }]);
});

test('a killed server is restarted at the same URL with its committed data', async () => {
  const { url } = await startExisting();
  await query(url, 'create table saved as select 7 as n');
  process.kill(await postmasterPid(), 'SIGKILL');
  await vi.waitFor(async () => expect(await query(url, 'select n from saved')).toEqual([{ n: 7 }]), {
    timeout: 10_000,
    interval: 50,
  });
});

test('a stop during a restart leaves no process running', async () => {
  const { stop } = await startExisting();
  const pid = await postmasterPid();
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => postgresProcessesIn(folder)).not.toContain(pid);
  await stop();
});

test('two concurrent first starts share one server, which stops with the last of them', async () => {
  const [first, second] = await Promise.all([start(), start()]);
  expect(second.url).toBe(first.url);
  await first.stop();
  expect(await query(second.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  await second.stop();
  await untilNoProcessIsLeft();
});

test('of several concurrent stops exactly one stops the server', async () => {
  const all = [await startExisting(), ...(await Promise.all([start(), start(), start()]))];
  await Promise.all(all.map(server => server.stop()));
  await untilNoProcessIsLeft();
});

test('starts despite a stale postmaster.pid that is corrupt, empty or has the pid of another process', async () => {
  const other = spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] });
  await startExisting();
  for (const content of ['no es un pid\n', '', `${other.pid}\n${folder}\n1\n25432\n`]) {
    await (await start()).stop();
    await writeFile(join(folder, 'postmaster.pid'), content);
    const { url } = await start();
    expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
    await Promise.all(started.splice(0).map(server => server.stop()));
  }
  expect(other.kill()).toBe(true);
});

test('a running server whose postmaster.pid was corrupted is stopped and restarted', async () => {
  const { url } = await startExisting();
  await query(url, 'create table saved as select 7 as n');
  const before = await postmasterPid();
  await writeFile(join(folder, 'postmaster.pid'), 'no es un pid\n');
  const second = await start();
  expect(await query(second.url, 'select n from saved')).toEqual([{ n: 7 }]);
  expect(await postmasterPid()).not.toBe(before);
});

test('another major version, a missing password file and a wrong password are each reported in one sentence, and damage nothing', async () => {
  await (await startExisting()).stop();
  const version = join(folder, 'PG_VERSION');
  const passwordFile = join(dataDir, 'postgres.password');
  const password = await readFile(passwordFile, 'utf8');
  await writeFile(version, '17\n');
  await expect(start()).rejects.toThrow(/es de PostgreSQL 17/);
  await writeFile(version, '18\n');
  await rm(passwordFile);
  await expect(start()).rejects.toThrow(/Falta el archivo .*postgres\.password/);
  await writeFile(passwordFile, 'otra\n');
  await expect(start()).rejects.toThrow(/no acepta la contraseña de .*postgres\.password/);
  await writeFile(passwordFile, password);
  await start();
});

test('rejects a folder that contains other files, and does not change it', async () => {
  await mkdir(folder);
  await writeFile(join(folder, 'cartas.txt'), 'hola');
  await expect(start()).rejects.toThrow(/no está vacía y no contiene una base de datos de Minga/);
  expect(await readFile(join(folder, 'cartas.txt'), 'utf8')).toBe('hola');
});

test('in a folder that other accounts cannot enter, root gets a sentence that says what to do and an ordinary user can start', async () => {
  await chmod(dataDir, 0o700);
  if (process.getuid?.() === 0)
    await expect(start()).rejects.toThrow(/no puede entrar en .*: pon Minga y DATA_DIR/);
  else expect(await query((await start()).url, 'select 1 as n')).toEqual([{ n: 1 }]);
});
