import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { getTableName } from 'drizzle-orm';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { applyFirstMigrations, applyMigrations, MIGRATIONS_LOCK } from '../platform/database/migrations.ts';
import { StartProblem } from '../platform/database/start-problem.ts';
import type { ImageStore } from '../platform/images/store.ts';
import { deliveryHold } from '../platform/jobs/schema.ts';
import { onLongConnection } from './connection.ts';
import { storeProblem } from './images.ts';
import { createQueues, restoreJobs } from './jobs.ts';
import { checkKnown, type Manifest, type RowsFile } from './manifest.ts';
import type { OpenBackup } from './open-backup.ts';
import { loadTables } from './tables.ts';

interface RestoreParts {
  readonly databaseUrl: string;
  readonly store: ImageStore;
  /** Whether e-mails, pushes and webhooks stay in their outboxes until the operator releases them. */
  readonly isHolding?: boolean;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Tables in the backup that are not Minga's and were not restored. */
  readonly skipped: string[];
}

/**
 * Restores a backup into an empty database and the image store, applies newer migrations, and closes the backup. The database is
 * filled in one transaction after the images, so that a failed restore leaves it empty and can be repeated. Throws a StartProblem if
 * nothing was restored.
 */
export async function restoreBackup(
  backup: OpenBackup,
  { databaseUrl, store, isHolding = false }: RestoreParts,
): Promise<Restored> {
  try {
    const { manifest } = backup;
    checkKnown(manifest.migrations, 'La copia');
    const skipped = await onLongConnection(databaseUrl, async client => {
      // A Minga that starts during the restore waits for this lock.
      await client.query('select pg_advisory_lock($1)', [MIGRATIONS_LOCK]);
      await checkEmpty(client);
      if (manifest.jobs !== null) await createQueues(databaseUrl, manifest.queues);
      for await (const { id, files } of backup.pictures()) {
        await Promise.all(files.map(({ name, bytes }) => writeFile(store, `${id}/${name}`, bytes)));
      }
      await client.query('begin');
      const skippedTables = await fill(client, backup);
      if (isHolding) await hold(client);
      await client.query('commit');
      return skippedTables;
    });
    await applyMigrations(databaseUrl);
    await onLongConnection(databaseUrl, async client => {
      // The schema of an earlier release had no table for the hold before the migrations.
      if (isHolding) await hold(client);
      await client.query('analyze');
    });
    return { manifest, skipped };
  } finally {
    await backup.close();
  }
}

/** Throws a StartProblem if the database is not empty. Ignores pg-boss's tables, which a failed restore leaves behind. */
async function checkEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'drizzle') and c.relkind in ('r', 'p', 'v', 'm', 'S')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     limit 1`,
  );
  if (rows.length === 0) return;
  throw new StartProblem(
    'La base de datos no está vacía: una copia se restaura en una nueva (otra carpeta en DATA_DIR, u otra base en DATABASE_URL). No se restauró nada.',
  );
}

/** Holds deliveries. Does nothing in the schema of a release that could not hold them. */
async function hold(client: pg.Client): Promise<void> {
  const table = getTableName(deliveryHold);
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    table,
  ]);
  if (rows[0]?.found === true)
    await client.query(`insert into ${table} (since) values (now()) on conflict do nothing`);
}

async function writeFile(store: ImageStore, key: string, bytes: Buffer): Promise<void> {
  await store.write(key, bytes).catch(error => {
    throw storeProblem(error, 'written', key);
  });
}

async function fill(client: pg.Client, backup: OpenBackup): Promise<string[]> {
  const { migrations, tables, jobs } = backup.manifest;
  const copyInto = (table: string, part: RowsFile) => copyRows(client, table, part, backup.readRows(part));
  await applyFirstMigrations(client, migrations.length);
  const skipped = await loadTables(client, tables, copyInto);
  if (jobs !== null) await restoreJobs(client, jobs.columns, table => copyInto(table, jobs));
  return skipped;
}

async function copyRows(
  client: pg.Client,
  table: string,
  { columns, rows, file }: RowsFile,
  compressed: AsyncIterable<Buffer>,
): Promise<void> {
  const list = columns.map(column => `"${column}"`).join(', ');
  const target = client.query(copyFrom(`copy ${table} (${list}) from stdin`));
  await pipeline(compressed, createGunzip(), target);
  if (target.rowCount !== rows) throw new Error(`${target.rowCount} of ${rows} rows restored from ${file}`);
}
