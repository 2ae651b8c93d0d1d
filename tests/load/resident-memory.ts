import { readFile, writeFile } from 'node:fs/promises';
import { postgresProcessesIn } from '../../apps/api/src/platform/database/embedded-server.ts';

/** Resident memory of a process in megabytes (VmRSS); null on systems other than Linux. */
export const residentMemory = (pid: number): Promise<number | null> => readStatus(pid, 'VmRSS');

/** Runs `work` and returns the process's peak resident memory during it. */
export async function peakMemoryDuring<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ result: T; megabytes: number | null }> {
  // Resets the peak, VmHWM (proc(5)).
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
  const result = await work();
  return { result, megabytes: await readStatus(pid, 'VmHWM') };
}

/** Memory of all processes of the embedded database in megabytes; shared pages count once. */
export async function databaseMemory(folder: string): Promise<number | null> {
  let kilobytes = 0;
  for (const pid of await postgresProcessesIn(folder)) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    kilobytes += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
  }
  return kilobytes === 0 ? null : Math.round(kilobytes / 1024);
}

/** Peak memory of the server's image process since its start; null without one. */
export async function peakImageProcessMemory(pid: number): Promise<number | null> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  for (const child of children.split(' ').filter(Boolean)) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('image-process')) return readStatus(Number(child), 'VmHWM');
  }
  return null;
}

async function readStatus(pid: number, name: string): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1];
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
}
