import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onInterrupt } from './on-interrupt.ts';

const main = fileURLToPath(new URL('../apps/api/dist/main.js', import.meta.url));
/** The command of `npm start`. */
const leanNode = fileURLToPath(new URL('lean-node', import.meta.url));
/** Patience for a slow machine: a start that works does not wait for it. */
const READY_MS = 180_000;

export interface Product {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** Starts the built product on an empty data folder and a free port; resolves when it has printed its address. */
export async function startProduct(
  settings: Record<string, string> = {},
  flags: string[] = [],
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'minga-product-'));
  // Under root the embedded PostgreSQL runs as another user, which needs access to the folder.
  await chmod(dataDir, 0o755);
  const child = spawn(leanNode, [main, ...flags], {
    env: {
      ...process.env,
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '100',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    unregister();
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    }
    // PostgreSQL may still be writing its last files.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  };
  const unregister = onInterrupt(stop);
  return { url: await printedAddress(child), pid: child.pid ?? 0, dataDir, stop };
}

function printedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const timeout = setTimeout(() => reject(new Error(`the product did not start:\n${printed}`)), READY_MS);
    child.once('exit', code => reject(new Error(`the product exited with ${code}:\n${printed}`)));
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      const address = /http:\/\/localhost:\d+/.exec(printed)?.[0];
      if (address === undefined) return;
      clearTimeout(timeout);
      resolve(address);
    });
  });
}
