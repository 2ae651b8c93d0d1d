import { readdir, readFile, readlink, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Cluster, isDiskNearlyFull, run } from './embedded-cluster.ts';
import { diskFull, StartProblem } from './start-problem.ts';

/**
 * Returns the ids of the PostgreSQL processes whose working directory is `folder`. Unlike a pid in a file, the result cannot
 * be stale or forged: a process without access to the folder cannot have it as working directory.
 */
export async function postgresProcessesIn(folder: string): Promise<number[]> {
  return process.platform === 'linux' ? listFromProc(folder) : listFromLsof(folder);
}

async function listFromProc(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async pid => ((await isPostgresIn(pid, folder)) ? [Number(pid)] : [])),
  );
  return found.flat();
}

async function isPostgresIn(pid: string, folder: string): Promise<boolean> {
  try {
    // The link first: to read the name of every process costs four times as much.
    if ((await readlink(`/proc/${pid}/cwd`)) !== folder) return false;
    return (await readFile(`/proc/${pid}/comm`, 'utf8')).trim() === 'postgres';
  } catch {
    // The process has ended, or belongs to another account and is not ours.
    return false;
  }
}

/** Lists the processes on macOS, which has no /proc. Each process is a line `p<pid>` followed by a line `n<folder>`. */
async function listFromLsof(folder: string): Promise<number[]> {
  const { output } = await run('lsof', ['-a', '-c', 'postgres', '-d', 'cwd', '-F', 'pn']);
  const found: number[] = [];
  let pid = 0;
  for (const line of output.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1));
    if (line === `n${folder}`) found.push(pid);
  }
  return found;
}

const HOST = '127.0.0.1';
const START_SECONDS = 60;

// The ports are below the ephemeral port ranges: otherwise a client that reconnects while the server is down could get the
// server's port as its own source port, and connect to itself.
const FIRST_PORT = 20_000;
const PORT_COUNT = 10_000;

/** The settings are passed on the command line, which overrides the configuration files in the data folder. */
const SETTINGS = [
  `listen_addresses=${HOST}`,
  'unix_socket_directories=',
  'max_connections=200',
  // The data is on a local disk, where handing a read to an I/O worker costs more than the read itself.
  'io_method=sync',
  // A page of a local disk, mostly in memory, costs little more in any order: with the default of 4 the planner reads whole indexes
  // instead of a few hundred rows.
  'random_page_cost=1.1',
  // Starting workers takes longer than the queries, and their cores have other requests to serve.
  'max_parallel_workers_per_gather=0',
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
  // Parameter values may be email addresses or tokens and must not be logged.
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
];

/**
 * The state of a cluster's server. In the state `transitional`, PostgreSQL processes exist, but the server is starting, stopping or
 * has lost its `postmaster.pid`.
 */
export type ServerState =
  | { state: 'running'; port: number }
  | { state: 'none' }
  | { state: 'transitional'; pids: number[] };

/** Determines the server's state. Trusts `postmaster.pid` only if that process has the data folder as its working directory. */
export async function findServer({ folder }: Cluster): Promise<ServerState> {
  const file = join(folder, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => null);
  const pids = await postgresProcessesIn(folder);
  const lines = (text ?? '').split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (pids.includes(pid) && Number.isInteger(port) && port > 0) return { state: 'running', port };
  if (pids.length > 0) return { state: 'transitional', pids };
  // PostgreSQL replaces a file with a dead pid, but does not start if the file is corrupt or another process has that pid
  // now. If a server starts between these lines, its shared memory lock still prevents a second one.
  const blocks = text !== null && (!Number.isInteger(pid) || pid <= 0 || isAlive(pid));
  if (blocks && (await readFile(file, 'utf8').catch(() => null)) === text) await rm(file, { force: true });
  return { state: 'none' };
}

/**
 * Starts the server on `port`. Returns false if a retry may succeed: another process has started it, the port was
 * taken, or processes of a killed server are still ending. Throws a StartProblem if a retry is useless. Settings in
 * `others` override `SETTINGS`.
 */
export async function startServer(
  { folder, account, binaries }: Cluster,
  port: number,
  others: readonly string[] = [],
): Promise<boolean> {
  const log = join(folder, 'server.log');
  await rename(log, join(folder, 'server.previous.log')).catch(() => undefined);
  const options = [`-p ${port}`, ...[...SETTINGS, ...others].map(setting => `-c ${setting}`)].join(' ');
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
  const messages = `${output}\n${await readFile(log, 'utf8').catch(() => '')}`;
  if (/No space left|quota exceeded/i.test(messages) || (await isDiskNearlyFull(folder)))
    throw diskFull(folder);
  if (/lock file|shared memory block|could not bind|did not start in time/.test(messages)) return false;
  const reason = /FATAL: +(.*)/.exec(messages)?.[1] ?? output.trim().split('\n').at(-1) ?? '';
  throw new StartProblem(`La base de datos de ${folder} no arranca: ${reason} (más en ${log}).`);
}

/** Shuts the server down cleanly and disconnects its sessions. Stops waiting after `seconds`. */
export async function stopServer({ folder, account, binaries }: Cluster, seconds: number): Promise<void> {
  const args = ['stop', '--mode=fast', '--wait', `--timeout=${seconds}`, `--pgdata=${folder}`];
  await run(join(binaries, 'pg_ctl'), args, account);
}

/** Returns a port of 127.0.0.1 that is free at the time of the call. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORT_COUNT);
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
