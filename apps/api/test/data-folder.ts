import { chmod, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder outside the repository, fit for DATA_DIR. Whoever makes it removes it. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'minga-test-'));
  // As root, the server runs under an account that has to pass through.
  await chmod(folder, 0o755);
  return folder;
}
