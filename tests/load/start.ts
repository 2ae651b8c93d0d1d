import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeDataFolder } from '../../apps/api/test/data-folder.ts';
import { onInterrupt } from '../../scripts/on-interrupt.ts';
import { type Row, rowOf } from './row.ts';
import type { Part } from './site.ts';
import { type Timing, timingOf } from './timing.ts';

const TIMES = 5;
const POLL_MS = 5;
const leanNode = fileURLToPath(new URL('../../scripts/lean-node', import.meta.url));
const program = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url));
const BASELINE_SERVER = `const server = require('node:http').createServer((_, reply) => reply.end());
  server.listen(0, () => console.log('http://localhost:' + server.address().port));`;

/** From the command of `npm start` to the first 200 of /readyz, database included, against a plain Node server. */
export const start: Part = {
  name: 'start',
  async run({ profile }) {
    const times = Math.max(2, TIMES * profile.share);
    const baseline = await repeat(times, () => timeStart(process.execPath, ['-e', BASELINE_SERVER]));
    const rowFor = async (call: string, starting: () => Promise<number>): Promise<Row> => {
      const timing = await repeat(times, starting);
      return rowOf({ part: 'start', call, ...timing, baselineRate: baseline.rate });
    };
    return [
      await rowFor('with an empty folder', () => withFolder(startIn)),
      await withFolder(async folder => {
        await startIn(folder);
        return rowFor('with an existing folder', () => startIn(folder));
      }),
    ];
  },
};

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeDataFolder();
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const startIn = (folder: string): Promise<number> => timeStart(leanNode, [program], { DATA_DIR: folder });

/** Milliseconds from spawning the command to its first successful response; stops it afterwards. */
async function timeStart(
  command: string,
  parameters: string[],
  settings: Record<string, string> = {},
): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(command, parameters, {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'fatal', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    unregister();
    child.kill('SIGTERM');
    await exited;
  };
  const unregister = onInterrupt(stop);
  try {
    const origin = await printedOrigin(child);
    while (!(await fetch(`${origin}/readyz`)).ok) await wait(POLL_MS);
    return performance.now() - startedAt;
  } finally {
    await stop();
  }
}

function printedOrigin(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.once('exit', code => reject(new Error(`it exited with ${code}:\n${printed}`)));
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      const [origin] = /http:\/\/localhost:\d+/.exec(printed) ?? [];
      if (origin !== undefined) resolve(origin);
    });
  });
}

/** Runs `work` sequentially; with so few samples the maximum stands in for the p99. */
async function repeat(times: number, work: () => Promise<number>): Promise<Timing> {
  const durations: number[] = [];
  for (let run = 0; run < times; run += 1) durations.push(await work());
  const { p50 } = timingOf(durations, 1);
  return { rate: 1000 / p50, p50, p99: Math.max(...durations) };
}
