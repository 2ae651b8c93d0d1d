import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** A path as it was typed: npm runs commands in the repository's folder, and says where it was called. */
export const resolveTypedPath = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path);

/** Where a backup goes: the file that was named, or in a folder one that is named after the moment. */
export async function resolveBackupPath(typed: string, now: Date): Promise<string> {
  const path = resolveTypedPath(typed);
  const isFolder = await stat(path).then(
    stats => stats.isDirectory(),
    () => false,
  );
  // Without colons, which not every file system takes.
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '-');
  return isFolder ? join(path, `minga-${moment}Z.tar`) : path;
}
