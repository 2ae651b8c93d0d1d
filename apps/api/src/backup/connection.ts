import pg from 'pg';
import { connectionProblem } from '../platform/database/start-problem.ts';

const CONNECT_MS = 5_000;

/** Settings that make the text format independent of the server's configuration and disable timeouts. */
const SETTINGS = [
  `datestyle = 'ISO, YMD'`,
  `timezone = 'UTC'`,
  `intervalstyle = 'postgres'`,
  `extra_float_digits = 1`,
  `bytea_output = 'hex'`,
  `search_path = public, pg_catalog`,
  `statement_timeout = 0`,
  `lock_timeout = 0`,
  `idle_in_transaction_session_timeout = 0`,
];

/** Runs `work` on a dedicated connection without timeouts. Throws a StartProblem if the database cannot be reached. */
export async function onLongConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'minga backup',
    keepAlive: true,
  });
  // The current statement fails when the connection breaks; without a listener the 'error' event would crash the process.
  client.on('error', () => undefined);
  await client.connect().catch(error => {
    throw connectionProblem(error, url);
  });
  try {
    for (const setting of SETTINGS) await client.query(`set ${setting}`);
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The number of records of backups; older ones are deleted. */
const RECORDS = 30;

interface BackupRecord {
  readonly finishedAt: Date;
  readonly milliseconds: number;
  readonly bytes: number;
}

/**
 * Records a complete backup, so that administrators see its age. Does nothing if an earlier release created the database, which a backup
 * does not migrate.
 */
export async function recordBackup(
  databaseUrl: string,
  { finishedAt, milliseconds, bytes }: BackupRecord,
): Promise<void> {
  await onLongConnection(databaseUrl, async client => {
    const { rows } = await client.query(`select to_regclass('public.backups') is not null as exists`);
    if (rows[0]?.exists !== true) return;
    await client.query(
      'insert into backups (recorded_at, milliseconds, bytes) values ($1, $2, $3) on conflict do nothing',
      [finishedAt.toISOString(), Math.round(milliseconds), bytes],
    );
    await client.query(
      `delete from backups where recorded_at not in
         (select recorded_at from backups order by bytes is null, recorded_at desc limit ${RECORDS})`,
    );
  });
}
