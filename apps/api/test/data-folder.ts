import { chmod, mkdtemp, readdir, realpath, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresProcessesIn } from '../src/platform/database/embedded-server.ts';

const PREFIX = 'minga-test-';
/** Longer than any run: `npm run faults -- mail --real` takes a little over an hour. */
const STALE_MS = 3 * 60 * 60 * 1000;

/**
 * Linux's file system in memory. A run of the API's tests takes a tenth less time with its database there. Tests may kill processes,
 * whose files it retains, but not the machine.
 */
const MEMORY = '/dev/shm';
/** Several times what the database of a run takes. Containers may have only a few megabytes. */
const MIN_ROOM_BYTES = 4 * 2 ** 30;

/** The folder for what need not survive a restart: in memory if there is room, else on the disk. */
export async function folderInMemory(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= MIN_ROOM_BYTES ? MEMORY : tmpdir();
}

/** Creates a folder for DATA_DIR outside the repository. The caller removes it. */
export async function makeDataFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(await realpath(parent), PREFIX));
  // Under root the embedded PostgreSQL runs as another user, which needs access to the folder.
  await chmod(folder, 0o755);
  return folder;
}

/** Removes the data folders of killed runs and stops the database servers in them. */
export async function removeStaleFolders(): Promise<void> {
  for (const parent of new Set([await realpath(tmpdir()), await folderInMemory()]))
    await removeStaleIn(parent);
}

async function removeStaleIn(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter(name => name.startsWith(PREFIX));
  for (const folder of names.map(name => join(parent, name))) {
    // Fails if the folder belongs to another user or was removed concurrently.
    await removeIfStale(folder).catch(() => undefined);
  }
}

async function removeIfStale(folder: string): Promise<void> {
  const { mtimeMs } = await stat(folder);
  if (Date.now() - mtimeMs < STALE_MS) return;
  for (const pid of await postgresProcessesIn(join(folder, 'postgres'))) process.kill(pid, 'SIGINT');
  await rm(folder, { recursive: true, force: true });
}
