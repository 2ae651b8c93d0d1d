import { readdir, readFile, readlink } from 'node:fs/promises';
import { run } from './embedded-command.ts';

/**
 * Returns the ids of the PostgreSQL processes whose working directory is `folder`. Unlike a pid in a file this cannot
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
    const [name, workingDirectory] = await Promise.all([
      readFile(`/proc/${pid}/comm`, 'utf8'),
      readlink(`/proc/${pid}/cwd`),
    ]);
    return name.trim() === 'postgres' && workingDirectory === folder;
  } catch {
    // The process has ended, or belongs to another account and is not ours.
    return false;
  }
}

/** For macOS, which has no /proc. Each process is a line `p<pid>` followed by a line `n<folder>`. */
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
