import { readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Cluster, isDiskNearlyFull } from './embedded-cluster.ts';
import { run } from './embedded-command.ts';
import { postgresProcessesIn } from './embedded-processes.ts';
import { diskFull, StartProblem } from './start-problem.ts';

const HOST = '127.0.0.1';
const START_SECONDS = 60;

// Below the ranges that systems take outgoing ports from: otherwise a client that keeps trying while the server is
// down could be given the server's own port, and connect to itself.
const FIRST_PORT = 20_000;
const PORTS = 10_000;

/** Set on the command line, which goes before what the folder's own files say. */
const SETTINGS = [
  `listen_addresses=${HOST}`,
  'unix_socket_directories=',
  'max_connections=200',
  // What it reads lies on this machine: to hand each page to another process takes longer than to fetch it.
  'io_method=sync',
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
  // The values of a statement may be somebody's address or a token: they stay out of the log.
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
];

/** What was found in a data folder. `unsettled`: processes are there, but a server is only coming, going or lost. */
export type ServerState =
  | { state: 'running'; port: number }
  | { state: 'none' }
  | { state: 'unsettled'; pids: number[] };

/** Looks for a server on the cluster. A `postmaster.pid` is believed only when that process stands in the folder. */
export async function findServer({ folder }: Cluster): Promise<ServerState> {
  const file = join(folder, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => null);
  const pids = await postgresProcessesIn(folder);
  const lines = (text ?? '').split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (pids.includes(pid) && Number.isInteger(port) && port > 0) return { state: 'running', port };
  if (pids.length > 0) return { state: 'unsettled', pids };
  // PostgreSQL itself overcomes a file with a dead pid, but neither garbage nor a pid that another process has now.
  // Should a server start between these lines, its lock on shared memory still keeps a second one out.
  const blocks = text !== null && (!Number.isInteger(pid) || pid <= 0 || isAlive(pid));
  if (blocks && (await readFile(file, 'utf8').catch(() => null)) === text) await rm(file, { force: true });
  return { state: 'none' };
}

/**
 * Starts the server on `port`. False: not this time, but it is worth another look (another process was faster, the
 * port was taken, a killed server's processes are still going). Throws a StartProblem when trying again is useless.
 */
export async function startServer({ folder, account, binaries }: Cluster, port: number): Promise<boolean> {
  const log = join(folder, 'server.log');
  await rename(log, join(folder, 'server.previous.log')).catch(() => undefined);
  const options = [`-p ${port}`, ...SETTINGS.map(setting => `-c ${setting}`)].join(' ');
  const { code, output } = await run(
    join(binaries, 'pg_ctl'),
    [
      'start',
      '--wait',
      `--timeout=${START_SECONDS}`,
      `--pgdata=${folder}`,
      `--log=${log}`,
      `--options=${options}`,
    ],
    account,
  );
  if (code === 0) return true;
  const story = `${output}\n${await readFile(log, 'utf8').catch(() => '')}`;
  if (/No space left|quota exceeded/i.test(story) || (await isDiskNearlyFull(folder))) throw diskFull(folder);
  if (/lock file|shared memory block|could not bind|did not start in time/.test(story)) return false;
  const reason = /FATAL: +(.*)/.exec(story)?.[1] ?? output.trim().split('\n').at(-1) ?? '';
  throw new StartProblem(`La base de datos de ${folder} no arranca: ${reason} (más en ${log}).`);
}

/** Ends the server in an orderly way; sessions that are still there are cut. Gives up waiting after `seconds`. */
export async function stopServer({ folder, account, binaries }: Cluster, seconds: number): Promise<void> {
  const args = ['stop', '--mode=fast', '--wait', `--timeout=${seconds}`, `--pgdata=${folder}`];
  await run(join(binaries, 'pg_ctl'), args, account);
}

/** A port of 127.0.0.1 that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, HOST, () => probe.close(() => resolve(true)));
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
