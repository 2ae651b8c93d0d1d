import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, inject, vi } from 'vitest';
import { signalIfRunning } from '../../../../tests/faults/sandbox.ts';
import { postgresProcessesIn } from '../../src/platform/database/embedded-server.ts';
import { folderInMemory, makeDataFolder } from '../data-folder.ts';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const built = (entry: string) => fileURLToPath(new URL(`../../dist/${entry}.js`, import.meta.url));

export interface ExitResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface MingaProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Origin without a trailing slash. */
  readonly address: string;
  readonly ended: Promise<ExitResult>;
}

const cleanups: (() => Promise<void>)[] = [];

// Per file instead of per test, since the tests of a file run concurrently.
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup();
});

/** Replaces `expect.poll` in concurrent tests, with its timeout (vitest.config.ts). */
export const waitFor = (check: () => Promise<void>, timeout = 30_000): Promise<void> =>
  vi.waitFor(check, timeout);

/** Creates a folder for DATA_DIR. After the tests its database is stopped and it is removed. */
export async function dataFolder(): Promise<string> {
  const folder = await makeDataFolder(await folderInMemory());
  cleanups.push(async () => {
    for (const pid of await postgresProcessesIn(join(folder, 'postgres'))) signalIfRunning(pid, 'SIGQUIT');
    await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
  });
  return folder;
}

/** The same with the database that a first start has made, for tests about later ones. */
export async function preparedFolder(): Promise<string> {
  const folder = await dataFolder();
  // With its owner: under root the server runs as another user.
  execFileSync('cp', ['-a', `${inject('preparedFolder')}/.`, folder]);
  return folder;
}

/** Starts the built product on a free port and waits until it prints that it is ready. */
export const startMinga = (settings: Record<string, string>): Promise<MingaProcess> =>
  untilReady(launch([process.execPath, built('main')], settings));

/** The same by `npm start`; `pid` is npm's. */
export const npmStart = (settings: Record<string, string>): Promise<MingaProcess> =>
  untilReady(launch(['npm', 'start'], settings));

/** Starts the built product without waiting, for starts that must fail or are interrupted. */
export const launchMinga = (args: string[], settings: Record<string, string>): Launched =>
  launch([process.execPath, built('main'), ...args], settings);

/** Runs the built product until it exits, for starts that must fail. */
export const runMinga = (settings: Record<string, string>): Promise<ExitResult> =>
  launchMinga([], settings).ended;

/** Runs `npm run create-superadmin` without npm. */
export const runCreateSuperadmin = (args: string[], settings: Record<string, string>): Promise<ExitResult> =>
  launch([process.execPath, built('create-superadmin'), ...args], settings).ended;

/** Runs `npm run reset-superadmin` without npm. */
export const runResetSuperadmin = (args: string[], settings: Record<string, string>): Promise<ExitResult> =>
  launch([process.execPath, built('reset-superadmin'), ...args], settings).ended;

/** Runs `npm run audit-log` without npm. */
export const runAuditLog = (settings: Record<string, string>): Promise<ExitResult> =>
  launch([process.execPath, built('audit-log')], settings).ended;

/** Starts `npm run backup`, `restore`, `deliveries` or `map` without npm. */
export const launchCommand = (
  entry: 'backup' | 'restore' | 'deliveries' | 'map',
  args: string[],
  settings: Record<string, string>,
): Launched => launch([process.execPath, built(entry), ...args], settings);

interface Launched {
  readonly child: ChildProcess;
  readonly ended: Promise<ExitResult>;
}

async function untilReady({ child, ended }: Launched): Promise<MingaProcess> {
  const address = await new Promise<string>((resolve, reject) => {
    let seen = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      const found = /Aplicación: +(\S+)/.exec(seen)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(({ code, stderr }) => reject(new Error(`Minga exited with ${code}: ${stderr}`)));
  });
  if (child.pid === undefined) throw new Error('the process has no pid');
  return { child, pid: child.pid, address, ended };
}

function launch([command = '', ...args]: string[], settings: Record<string, string>): Launched {
  const child = spawn(command, args, {
    cwd: repository,
    // A process group of its own, so that a test can signal it like a terminal's Ctrl-C.
    detached: true,
    env: { PATH: process.env.PATH, PORT: '0', RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<ExitResult>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code => resolve({ code, stdout, stderr }));
  });
  cleanups.unshift(async () => {
    // Kills the group, since npm does not pass on SIGKILL.
    const isAlive = child.exitCode === null && child.signalCode === null;
    if (child.pid !== undefined && isAlive) process.kill(-child.pid, 'SIGKILL');
    await ended;
  });
  return { child, ended };
}
