import { randomBytes, randomUUID } from 'node:crypto';
import {
  access,
  constants,
  link,
  mkdir,
  mkdtemp,
  open,
  readFile,
  realpath,
  rename,
  rm,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { checkFolderAccess, chownToAccount, databaseAccount } from './embedded-account.ts';
import { findBinaries, POSTGRES_MAJOR } from './embedded-binaries.ts';
import { type Account, run } from './embedded-command.ts';
import { diskFull, folderProblem, StartProblem } from './start-problem.ts';

/** PostgreSQL's own superuser: the server is ours alone. */
export const CLUSTER_USER = 'minga';

/** With less than this free (in bytes), a server that fails has failed for want of space. */
const LOW_SPACE_BYTES = 32 * 1024 * 1024;

/** A data folder of PostgreSQL, and what it takes to run it. */
export interface Cluster {
  /** Real path, without symbolic links: it is compared with what a running server says of itself. */
  readonly folder: string;
  readonly passwordFile: string;
  readonly password: string;
  readonly account: Account;
  readonly binaries: string;
}

/** The cluster under `dataDir`, created when there is none. Throws a StartProblem when it cannot be had. */
export async function prepareCluster(dataDir: string): Promise<Cluster> {
  try {
    await makeFolder(resolve(dataDir));
    const parent = await realpath(dataDir);
    const binaries = await findBinaries();
    const account = await databaseAccount();
    await checkFolderAccess(account, [binaries, parent]);
    const folder = join(parent, 'postgres');
    const passwordFile = join(parent, 'postgres.password');
    const version = await readVersion(folder);
    const password = await readPassword(passwordFile, account, version === null);
    const cluster = { folder, passwordFile, password, account, binaries };
    if (version === null) await createCluster(cluster, parent);
    else if (version !== POSTGRES_MAJOR) throw versionMismatch(folder, version);
    await access(folder, constants.W_OK);
    return cluster;
  } catch (error) {
    throw folderProblem(error, resolve(dataDir));
  }
}

/** Not mkdir's own `recursive`: where nothing can be made, as in /proc, it never returns (Node 24). */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || path === dirname(path)) throw error;
    await makeFolder(dirname(path));
    await mkdir(path);
  }
}

/** Is the disk under `folder` as good as full? */
export async function isDiskNearlyFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < LOW_SPACE_BYTES;
}

async function readVersion(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(nullIfMissing);
  return text?.trim() ?? null;
}

/** Kept in a file that only its owner reads. Linked into place whole, so that of two first starts one password stands. */
async function readPassword(file: string, account: Account, mayCreate: boolean): Promise<string> {
  const known = await readFile(file, 'utf8').catch(nullIfMissing);
  if (known !== null) return known.trim();
  if (!mayCreate) {
    throw new StartProblem(
      `Falta el archivo ${file}, que guarda la contraseña de la base de datos que está a su lado: recupéralo de una copia de seguridad.`,
    );
  }
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  await chownToAccount(draft, account);
  await link(draft, file).catch(ignoreExisting);
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
}

/**
 * Made aside and renamed into place, so that what stands there is always whole, also when two processes start at once.
 * The builtin C.UTF-8 locale sorts and folds case alike on every machine, whatever locales that has.
 */
async function createCluster(cluster: Cluster, parent: string): Promise<void> {
  const { folder, account, binaries, passwordFile } = cluster;
  const draft = await mkdtemp(`${folder}.new-`);
  try {
    await chownToAccount(draft, account);
    const { code, output } = await run(
      join(binaries, 'initdb'),
      [
        `--pgdata=${draft}`,
        `--username=${CLUSTER_USER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ],
      account,
    );
    if (code !== 0) throw await initdbProblem(parent, output);
    await rename(draft, folder).catch(ignoreExisting);
    await syncFolder(parent);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  if ((await readVersion(folder)) === null) {
    throw new StartProblem(
      `La carpeta ${folder} no está vacía y no contiene una base de datos de Minga: vacíala o elige otra carpeta con DATA_DIR.`,
    );
  }
}

/** A renamed folder is only sure to be found after a power cut once its parent is on the disk. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync();
  await handle.close();
}

async function initdbProblem(parent: string, output: string): Promise<Error> {
  if (/No space left|quota exceeded/i.test(output) || (await isDiskNearlyFull(parent)))
    return diskFull(parent);
  const lastLine = output.trim().split('\n').at(-1) ?? '';
  return new StartProblem(`No se pudo crear la base de datos en ${parent}: ${lastLine}`);
}

const versionMismatch = (folder: string, version: string) =>
  new StartProblem(
    `La base de datos de ${folder} es de PostgreSQL ${version} y esta versión de Minga trae PostgreSQL ${POSTGRES_MAJOR}: restaura una copia de seguridad en una carpeta nueva (DATA_DIR).`,
  );

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error;
}
