import { chmod, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresProcessesIn } from '../src/platform/database/embedded-processes.ts';

const PREFIX = 'minga-test-';
/** Longer than any run: `npm run faults -- mail --real` takes a little over an hour. */
const STALE_MS = 3 * 60 * 60 * 1000;

/** Creates a folder for DATA_DIR outside the repository. The caller removes it. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), PREFIX));
  // Under root the embedded PostgreSQL runs as another user, which needs access to the folder.
  await chmod(folder, 0o755);
  return folder;
}

/** Removes the data folders of killed runs and stops the database servers in them. */
export async function removeStaleFolders(): Promise<void> {
  const parent = await realpath(tmpdir());
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
