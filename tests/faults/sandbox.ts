import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresProcessesIn } from '../../apps/api/src/platform/database/embedded-processes.ts';
import { makeDataFolder } from '../../apps/api/test/data-folder.ts';

const main = fileURLToPath(new URL('../../apps/api/dist/main.js', import.meta.url));

export interface MingaProcess {
  readonly address: string;
  readonly pid: number;
  /** Did the process end by itself, or by whom? Null while it runs. */
  exitReason(): string | null;
  /** Sends the signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

export interface Sandbox {
  /** A data folder of its own. */
  readonly folder: string;
  /** Starts the built product here; resolves when it has printed its address. */
  start(settings?: Record<string, string>): Promise<MingaProcess>;
}

/** A folder in which the product may be started, ended and hurt; nothing of it is left afterwards. */
export async function withSandbox<T>(work: (place: Sandbox) => Promise<T>): Promise<T> {
  const folder = await makeDataFolder();
  const children: ChildProcess[] = [];
  try {
    return await work({ folder, start: settings => start(folder, children, settings) });
  } finally {
    for (const child of children) await killChild(child, 'SIGKILL');
    await killDatabase(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Kills every process of the database in the folder at once, as the machine's own death would. */
export async function killDatabase(folder: string): Promise<void> {
  for (const pid of await postgresProcessesIn(join(folder, 'postgres'))) signalIfRunning(pid, 'SIGKILL');
}

export function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It was quicker.
  }
}

async function start(
  folder: string,
  children: ChildProcess[],
  settings: Record<string, string> = {},
): Promise<MingaProcess> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ...{ PORT: '0', DATA_DIR: folder, RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'fatal' },
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return {
    address: await printedAddress(child),
    pid: child.pid ?? 0,
    exitReason: () => child.signalCode ?? child.exitCode?.toString() ?? null,
    kill: signal => killChild(child, signal),
  };
}

async function killChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

function printedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.once('exit', code => reject(new Error(`Minga ended with ${code}`)));
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      const [address] = /http:\/\/localhost:\d+/.exec(printed) ?? [];
      if (address !== undefined) resolve(address.replace('localhost', '127.0.0.1'));
    });
  });
}
