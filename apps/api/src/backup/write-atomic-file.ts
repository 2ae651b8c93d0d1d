import { randomUUID } from 'node:crypto';
import { access, type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartProblem } from '../platform/database/start-problem.ts';

/** Readable by its owner only: backups contain personal data. */
const MODE = 0o600;

/** Error codes of the file system, in contrast to those of a network connection. */
const FILE_ERROR_CODES = new Set(
  'EACCES EDQUOT EFBIG EIO EISDIR ENAMETOOLONG ENOENT ENOSPC ENOTDIR EPERM EROFS'.split(' '),
);

/**
 * Writes a file atomically: to a temporary file in the same folder, synced and renamed; `write` may read it again. A file that ends in
 * `.part` is incomplete.
 * Throws a StartProblem if the path exists or cannot be written.
 */
export async function writeAtomicFile<Result>(
  path: string,
  write: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  if (await pathExists(path)) throw new StartProblem(`Ya existe ${path}: elige otro nombre o una carpeta.`);
  const draft = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(draft, 'wx+', MODE);
    let result: Result;
    try {
      result = await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
    await syncFolder(dirname(path));
    return result;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw writeProblem(error, path);
  }
}

export const pathExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** A rename survives a power failure only after its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

function writeProblem(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || !FILE_ERROR_CODES.has(String(error.code)))
    return error;
  return new StartProblem(
    `No se puede escribir la copia de seguridad en ${path} (${String(error.code)}): revisa que la carpeta exista, que tengas permiso y que quede espacio. No quedó ninguna copia.`,
  );
}
