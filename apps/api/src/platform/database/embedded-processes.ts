import { readdir, readFile, readlink } from 'node:fs/promises';
import { run } from './embedded-command.ts';

/**
 * Ids of the PostgreSQL processes that work in the data folder `folder`. They stand in it (it is their working
 * directory), which nothing can claim that may not enter the folder: so this, unlike a pid in a file, can be trusted.
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
    const [name, place] = await Promise.all([
      readFile(`/proc/${pid}/comm`, 'utf8'),
      readlink(`/proc/${pid}/cwd`),
    ]);
    return name.trim() === 'postgres' && place === folder;
  } catch {
    // It has ended meanwhile, or it is another account's and none of ours.
    return false;
  }
}

/** macOS has no /proc, but lsof; its lines are `p` and the pid, then `n` and the folder. */
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
