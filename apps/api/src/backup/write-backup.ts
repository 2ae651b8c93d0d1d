import { createHash, randomUUID } from 'node:crypto';
import { access, type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import { getTableName } from 'drizzle-orm';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Clock } from '../platform/clock.ts';
import { StartProblem } from '../platform/database/start-problem.ts';
import { SWEEP_LOCK } from '../platform/images/images.ts';
import type { ImageStore } from '../platform/images/store.ts';
import { mails } from '../platform/mail/schema.ts';
import { type ArchiveWriter, createArchiveWriter, DamagedArchiveError } from './archive.ts';
import { onLongConnection } from './connection.ts';
import { backupImages } from './images.ts';
import { jobColumns, listQueues, PENDING_JOBS } from './jobs.ts';
import {
  appliedMigrations,
  checkKnown,
  FORMAT,
  MANIFEST_FILE,
  MANIFEST_SUM_FILE,
  type Manifest,
  type RowsFile,
} from './manifest.ts';
import { checkBackup } from './open-backup.ts';
import { listTables } from './tables.ts';

/** The file mode: only the owner may read backups, since they contain personal data. */
const MODE = 0o600;

/** The error codes of the file system, as opposed to those of a network connection. */
const FILE_ERROR_CODES = new Set(
  'EACCES EDQUOT EFBIG EIO EISDIR ENAMETOOLONG ENOENT ENOSPC ENOTDIR EPERM EROFS'.split(' '),
);

/**
 * Writes a file atomically: `write` fills a temporary file in the same folder, and may read it again; the file is then synced and renamed.
 * A file that ends in `.part` is incomplete. Throws a StartProblem if the path exists or cannot be written.
 */
async function writeAtomicFile<Result>(
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

interface BackupParts {
  readonly databaseUrl: string;
  readonly store: ImageStore;
  readonly clock: Clock;
  /** Whether the store may lack image files to which the database refers. */
  readonly allowsMissing: boolean;
  /** Aborts the backup. */
  readonly signal?: AbortSignal;
}

export interface BackupResult {
  readonly manifest: Manifest;
  readonly missing: string[];
}

/**
 * Writes a consistent snapshot of the database and the images into a tar at `path`, whether Minga is running or not. Does not change the
 * database, not even its schema. Verifies the file before it renames it to `path`. Throws a StartProblem if the backup failed.
 */
export function writeBackup(path: string, parts: BackupParts): Promise<BackupResult> {
  const { databaseUrl, clock, signal } = parts;
  return writeAtomicFile(path, async file => {
    const result = await onLongConnection(databaseUrl, async client => {
      const abort = () => client.connection.stream.destroy();
      signal?.addEventListener('abort', abort, { once: true });
      signal?.throwIfAborted();
      const archive = createArchiveWriter(file, clock());
      // The lock waits for a running image sweep, and prevents sweeps until the connection closes.
      await client.query('select pg_advisory_lock($1)', [SWEEP_LOCK]);
      await client.query('begin isolation level repeatable read, read only');
      const copied = await copyAll(client, archive, parts);
      await client.query('commit');
      await archive.finish();
      return copied;
    });
    signal?.throwIfAborted();
    await verify(file, path);
    return result;
  });
}

/** Reads the file again, so that only a file that a restore would accept becomes a backup. */
async function verify(file: FileHandle, path: string): Promise<void> {
  await checkBackup(file).catch(error => {
    if (!(error instanceof DamagedArchiveError)) throw error;
    throw new StartProblem(
      `Lo que quedó en ${path} no es lo que se copió (${error.message}): revisa el disco. No quedó ninguna copia.`,
    );
  });
}

async function copyAll(
  client: pg.Client,
  archive: ArchiveWriter,
  { store, clock, allowsMissing, signal }: BackupParts,
): Promise<BackupResult> {
  const migrations = await appliedMigrations(client);
  checkKnown(migrations, 'La base de datos');
  const createdAt = clock().toISOString();
  const tables: Manifest['tables'] = [];
  for (const { schema, name, columns } of await listTables(client)) {
    const source = `"${schema}"."${name}"`;
    const values = name === MAILS ? columns.map(withoutSentContent) : columns.map(quoted);
    const file = `tables/${schema}.${name}.copy.gz`;
    tables.push({ schema, name, ...(await copyRows(client, archive, { source, columns, values, file })) });
  }
  const known = await jobColumns(client);
  const columns = known ?? [];
  const pending = { source: PENDING_JOBS, columns, values: columns.map(quoted), file: 'jobs.copy.gz' };
  const jobs = known === null ? null : await copyRows(client, archive, pending);
  const queues = known === null ? [] : await listQueues(client);
  const { images, missing } = await backupImages(client, store, archive, signal);
  if (missing.length > 0 && !allowsMissing) throw missingProblem(missing);
  const manifest = { format: FORMAT, createdAt, migrations, tables, jobs, queues, images } as const;
  await addManifest(archive, manifest);
  return { manifest, missing };
}

const MAILS = getTableName(mails);
const quoted = (column: string) => `"${column}"`;

/**
 * The values that replace the content of sent e-mails, since it contains links that sign people in (the local mailbox shows it). The
 * content of pending e-mails is needed to send them after a restore.
 */
const CONTENT_WHEN_SENT: Readonly<Record<string, string>> = {
  html: "''",
  text: "''",
  unsubscribe_url: 'null',
  attachments: "'[]'::jsonb",
};

function withoutSentContent(column: string): string {
  const empty = CONTENT_WHEN_SENT[column];
  return empty === undefined
    ? quoted(column)
    : `case when sent_at is null then "${column}" else ${empty} end`;
}

interface Rows {
  /** The FROM clause. */
  readonly source: string;
  readonly columns: readonly string[];
  /** The SQL expressions of the columns' values. */
  readonly values: readonly string[];
  readonly file: string;
}

async function copyRows(
  client: pg.Client,
  archive: ArchiveWriter,
  { source, columns, values, file }: Rows,
): Promise<RowsFile> {
  const rows = client.query(copyTo(`copy (select ${values.join(', ')} from ${source}) to stdout`));
  const written = await archive.add(
    file,
    // pipeline() propagates an error of the rows to the compressor and thereby to its reader.
    pipeline(rows, createGzip(), () => undefined),
  );
  return { file, columns: [...columns], rows: rows.rowCount, ...written };
}

/** Adds the last two entries of a complete backup. */
export async function addManifest(archive: ArchiveWriter, manifest: object): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await archive.add(MANIFEST_FILE, [text]);
  const sum = createHash('sha256').update(text).digest('hex');
  await archive.add(MANIFEST_SUM_FILE, [Buffer.from(`${sum}  ${MANIFEST_FILE}\n`)]);
}

const missingProblem = (missing: readonly string[]) =>
  new StartProblem(
    `Faltan ${missing.length} archivos de imágenes que la base de datos nombra (el primero: ${missing[0]}): revisa que la orden use el mismo DATA_DIR o S3_URL que Minga. Si de verdad se perdieron, repite con --allow-missing. No quedó ninguna copia.`,
  );
