import { chmod, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresProcessesIn } from '../src/platform/database/embedded-processes.ts';

const PREFIX = 'minga-test-';
/** The longest that uses one (`npm run faults -- mail --real`) takes a little over an hour. */
const STALE_MS = 3 * 60 * 60 * 1000;

/** A new folder outside the repository, fit for DATA_DIR. Whoever makes it removes it. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), PREFIX));
  // As root, the server runs under an account that has to pass through.
  await chmod(folder, 0o755);
  return folder;
}

/** Removes what runs that were killed have left behind: their folders, and the servers that still run there. */
export async function removeStaleFolders(): Promise<void> {
  const place = await realpath(tmpdir());
  const names = (await readdir(place)).filter(name => name.startsWith(PREFIX));
  for (const folder of names.map(name => join(place, name))) {
    // Somebody else's, or removed meanwhile: then it is not ours to remove.
    await removeIfStale(folder).catch(() => undefined);
  }
}

async function removeIfStale(folder: string): Promise<void> {
  const { mtimeMs } = await stat(folder);
  if (Date.now() - mtimeMs < STALE_MS) return;
  for (const pid of await postgresProcessesIn(join(folder, 'postgres'))) process.kill(pid, 'SIGINT');
  await rm(folder, { recursive: true, force: true });
}
