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
import { SUPERUSER } from './embedded-roles.ts';
import { diskFull, folderProblem, StartProblem } from './start-problem.ts';

/** If a server fails with less free space than this, the full disk is reported as the cause. */
const LOW_SPACE_BYTES = 32 * 1024 * 1024;

/** A PostgreSQL data folder, and what is needed to run a server on it. */
export interface Cluster {
  /** Without symbolic links: it is compared with the `data_directory` of a running server. */
  readonly folder: string;
  readonly passwordFile: string;
  /** The superuser's. */
  readonly password: string;
  readonly account: Account;
  readonly binaries: string;
}

/** Returns the cluster in `dataDir`, created if missing. Throws a StartProblem if it cannot be used or created. */
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

/** Used instead of mkdir's `recursive` option, which never returns in folders such as /proc (Node 24). */
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

export async function isDiskNearlyFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < LOW_SPACE_BYTES;
}

async function readVersion(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(nullIfMissing);
  return text?.trim() ?? null;
}

/**
 * Reads the password from a file that only its owner may read, or creates it. `link` is atomic and fails if the file
 * exists, so that two concurrent first starts use the same password.
 */
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
 * Creates the cluster in a temporary folder and renames it, so that the data folder is always complete, even if two
 * processes start concurrently. The builtin C.UTF-8 locale sorts and folds case the same way on every machine.
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
        `--username=${SUPERUSER}`,
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

/** A rename survives a power failure only after its parent folder is flushed to disk. */
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
