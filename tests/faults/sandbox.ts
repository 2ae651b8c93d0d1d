import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresProcessesIn } from '../../apps/api/src/platform/database/embedded-server.ts';
import { makeDataFolder } from '../../apps/api/test/data-folder.ts';
import { onInterrupt } from '../../scripts/on-interrupt.ts';

const main = fileURLToPath(new URL('../../apps/api/dist/main.js', import.meta.url));

export interface MingaProcess {
  readonly address: string;
  readonly pid: number;
  /** The signal or exit code of the process; null while it runs. */
  exitReason(): string | null;
  /** Sends the signal and waits until the process has exited. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

export interface Sandbox {
  /** The data folder. */
  readonly folder: string;
  /** Starts the built product on the data folder; resolves when it has printed its address. */
  start(settings?: Record<string, string>): Promise<MingaProcess>;
}

/** Runs `work` with a data folder of its own. Afterwards kills every process that it started and removes the folder. */
export async function withSandbox<T>(work: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  const folder = await makeDataFolder();
  const children: ChildProcess[] = [];
  const remove = async () => {
    unregister();
    for (const child of children) await killChild(child, 'SIGKILL');
    await killDatabase(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  const unregister = onInterrupt(remove);
  try {
    return await work({ folder, start: settings => start(folder, children, settings) });
  } finally {
    await remove();
  }
}

/** Kills every process of the folder's database at once, like a crash of the machine. */
export async function killDatabase(folder: string): Promise<void> {
  for (const pid of await postgresProcessesIn(join(folder, 'postgres'))) signalIfRunning(pid, 'SIGKILL');
}

export function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already exited.
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
      PORT: '0',
      DATA_DIR: folder,
      RATE_LIMIT_FACTOR: '0',
      LOG_LEVEL: 'fatal',
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
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

function printedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.once('exit', code => reject(new Error(`Minga exited with ${code}`)));
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      const [address] = /http:\/\/localhost:\d+/.exec(printed) ?? [];
      if (address !== undefined) resolve(address.replace('localhost', '127.0.0.1'));
    });
  });
}
