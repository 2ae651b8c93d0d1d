import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Resolves a path against the folder in which npm was called, since npm runs commands in the repository's folder. */
export const resolveTypedPath = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path);

/** Returns the backup's path: the given file, or a file named after `now` in the given folder. */
export async function resolveBackupPath(typed: string, now: Date): Promise<string> {
  const path = resolveTypedPath(typed);
  const isFolder = await stat(path).then(
    stats => stats.isDirectory(),
    () => false,
  );
  // Some file systems do not allow colons in names.
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '-');
  return isFolder ? join(path, `minga-${moment}Z.tar`) : path;
}
