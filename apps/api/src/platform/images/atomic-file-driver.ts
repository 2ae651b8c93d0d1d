import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FSDriver } from 'flydrive/drivers/fs';

/** Only Minga's own user reads the folder: not every image is public. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Writes files atomically. flydrive's own driver writes to the final name, so a crash or a full disk leaves a partial
 * file; this one writes to a temporary file, flushes it to disk and renames it.
 */
export class AtomicFileDriver extends FSDriver {
  readonly #folder: string;

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' });
    this.#folder = folder;
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const target = join(this.#folder, key);
    const partial = `${target}.${randomUUID()}.part`;
    await mkdir(dirname(target), { recursive: true, mode: FOLDER_MODE });
    try {
      const file = await open(partial, 'wx', FILE_MODE);
      try {
        await file.writeFile(contents);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(partial, target);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }
}

/** Closes an existing folder of an earlier release to other users; its files need no change then. */
export async function restrictFolder(folder: string): Promise<void> {
  try {
    await chmod(folder, FOLDER_MODE);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
