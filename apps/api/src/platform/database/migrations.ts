import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { migrationsFolder } from '../../paths.ts';
import { connectionProblem, StartProblem } from './start-problem.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const MIN_SERVER_VERSION = 150_000;
/** The key of the advisory lock. Any number works, as long as it never changes. */
export const MIGRATIONS_LOCK = 20_261_122;

/**
 * Applies pending migrations, forward only. A lock makes concurrent processes wait; they then find none pending. Throws
 * a StartProblem if the database cannot be reached, its PostgreSQL is too old, or a newer release has migrated it.
 */
export async function applyMigrations(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'minga migrations',
  });
  client.on('error', () => undefined);
  await client.connect().catch(error => {
    throw connectionProblem(error, url);
  });
  try {
    await checkVersion(client);
    // This session lock is released when the connection closes, even if the process is killed.
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATIONS_LOCK]);
    const migrations = { migrationsFolder };
    checkOrder(readMigrationFiles(migrations), await appliedMigrations(client));
    await migrate(drizzle(client), migrations);
  } finally {
    await client.end();
  }
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
  const version = Number(rows[0]?.server_version_num);
  if (version >= MIN_SERVER_VERSION) return;
  throw new StartProblem(
    `El PostgreSQL de DATABASE_URL es de la versión ${Math.floor(version / 10_000)}: Minga necesita la 15 o una posterior.`,
  );
}

/** Returns the timestamps (in milliseconds) by which drizzle identifies applied migrations. */
async function appliedMigrations(client: pg.Client): Promise<number[]> {
  const table = 'drizzle.__drizzle_migrations';
  const { rows: tables } = await client.query<{ found: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS found',
    [table],
  );
  if (tables[0]?.found !== true) return [];
  const { rows } = await client.query<{ created_at: string }>(
    `SELECT created_at FROM ${table} ORDER BY created_at`,
  );
  return rows.map(row => Number(row.created_at));
}

/** Checks the order of the migrations: drizzle compares only with the newest applied one and would silently skip an older one. */
function checkOrder(migrations: MigrationMeta[], applied: number[]): void {
  const known = migrations.map(migration => migration.folderMillis);
  if (applied.some(timestamp => !known.includes(timestamp))) {
    throw new StartProblem(
      'La base de datos es de una versión más nueva de Minga: actualiza el programa, o usa otra base de datos.',
    );
  }
  const skipped = known.slice(0, applied.length).some((timestamp, index) => timestamp !== applied[index]);
  if (skipped) throw new Error('a migration is older than one that was already applied: generate it again');
}

/** Creates the table in which drizzle's migrator records applied migrations, as the migrator does. */
const JOURNAL = `
  create schema drizzle;
  create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;

/** The migrations of this release, oldest first; each is identified by its timestamp (`folderMillis`). */
export const knownMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder });

/**
 * Gives an empty database the schema of an earlier release, in the caller's transaction: applies the first `count`
 * migrations. The migration table is created empty; the caller fills it.
 */
export async function applyFirstMigrations(client: pg.Client, count: number): Promise<void> {
  await client.query(JOURNAL);
  for (const { sql } of knownMigrations().slice(0, count)) await client.query(sql.join('\n'));
}
