import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Clock } from '../platform/clock.ts';
import { StartProblem } from '../platform/database/start-problem.ts';
import type { ImageStore } from '../platform/images/store.ts';
import { SWEEP_LOCK } from '../platform/images/sweep-lock.ts';
import { type ArchiveWriter, createArchiveWriter } from './archive-writer.ts';
import { backupImages } from './backup-images.ts';
import { jobColumns, listQueues, PENDING_JOBS } from './backup-jobs.ts';
import { onLongConnection } from './long-connection.ts';
import { FORMAT, MANIFEST_FILE, MANIFEST_SUM_FILE, type Manifest, type RowsFile } from './manifest.ts';
import { appliedMigrations, checkKnown } from './migration-journal.ts';
import { listTables } from './tables.ts';
import { writeAtomicFile } from './write-atomic-file.ts';

interface BackupParts {
  readonly databaseUrl: string;
  readonly store: ImageStore;
  readonly clock: Clock;
  /** Is a backup wanted although the store lacks files that the database names? */
  readonly allowsMissing: boolean;
  /** Aborted when the person who asked for it no longer waits. */
  readonly signal?: AbortSignal;
}

export interface BackupResult {
  readonly manifest: Manifest;
  readonly missing: string[];
}

/**
 * Writes database and images as they are at one moment into a tar at `path`, while Minga runs or not. Nothing is changed, neither
 * is the schema. Throws a StartProblem that says why there is no backup.
 */
export function writeBackup(path: string, parts: BackupParts): Promise<BackupResult> {
  const { databaseUrl, clock, signal } = parts;
  return writeAtomicFile(path, file =>
    onLongConnection(databaseUrl, async client => {
      const leave = () => client.connection.stream.destroy();
      signal?.addEventListener('abort', leave, { once: true });
      signal?.throwIfAborted();
      const archive = createArchiveWriter(file, clock());
      // From here on no sweep removes a file; it waits for the one that is being removed. Held by the connection.
      await client.query('select pg_advisory_lock($1)', [SWEEP_LOCK]);
      await client.query('begin isolation level repeatable read, read only');
      const result = await copyAll(client, archive, parts);
      await client.query('commit');
      await archive.finish();
      return result;
    }),
  );
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
    const file = `tables/${schema}.${name}.copy.gz`;
    tables.push({ schema, name, ...(await copyRows(client, archive, { source, columns, file })) });
  }
  const known = await jobColumns(client);
  const pending = { source: PENDING_JOBS, columns: known ?? [], file: 'jobs.copy.gz' };
  const jobs = known === null ? null : await copyRows(client, archive, pending);
  const queues = known === null ? [] : await listQueues(client);
  const { images, missing } = await backupImages(client, store, archive, signal);
  if (missing.length > 0 && !allowsMissing) throw missingProblem(missing);
  const manifest = { format: FORMAT, createdAt, migrations, tables, jobs, queues, images } as const;
  await addManifest(archive, manifest);
  return { manifest, missing };
}

interface Rows {
  /** What stands after FROM. */
  readonly source: string;
  readonly columns: readonly string[];
  readonly file: string;
}

async function copyRows(
  client: pg.Client,
  archive: ArchiveWriter,
  { source, columns, file }: Rows,
): Promise<RowsFile> {
  const list = columns.map(column => `"${column}"`).join(', ');
  const rows = client.query(copyTo(`copy (select ${list} from ${source}) to stdout`));
  const written = await archive.add(
    file,
    // What goes wrong with the rows destroys the compressor too, and so comes to who reads it.
    pipeline(rows, createGzip(), () => undefined),
  );
  return { file, columns: [...columns], rows: rows.rowCount, ...written };
}

/** The last two entries: what a whole backup ends with. */
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
