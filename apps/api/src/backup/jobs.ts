import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Manifest } from './manifest.ts';

/** The columns of pg-boss that define a job. The others describe the progress of a worker that no longer exists. */
const COLUMNS = [
  'id',
  'name',
  'priority',
  'data',
  'retry_limit',
  'retry_count',
  'retry_delay',
  'retry_backoff',
  'retry_delay_max',
  'expire_seconds',
  'deletion_seconds',
  'heartbeat_seconds',
  'start_after',
  'created_on',
  'keep_until',
  'dead_letter',
  'source_name',
  'source_id',
  'source_created_on',
  'source_retry_count',
  'source_output',
  'source_root_id',
];

/** Selects pending and active jobs and dead letters. Excludes pg-boss's own queues, which it schedules again by itself. */
export const PENDING_JOBS = `pgboss.job where state < 'completed' and name not like '\\_\\_pgboss%'`;

/** Returns the job columns of the database's pg-boss version, or null if pg-boss is not installed. */
export async function jobColumns(client: pg.Client): Promise<string[] | null> {
  const { rows } = await client.query<{ attname: string }>(
    `select attname from pg_attribute where attrelid = to_regclass('pgboss.job') and attnum > 0 and not attisdropped`,
  );
  const known = new Set(rows.map(({ attname }) => attname));
  return known.size === 0 ? null : COLUMNS.filter(column => known.has(column));
}

export async function listQueues(client: pg.Client): Promise<Manifest['queues']> {
  const { rows } = await client.query<Manifest['queues'][number]>(
    `select name, retention_seconds as "retentionSeconds" from pgboss.queue where name not like '\\_\\_pgboss%' order by name`,
  );
  return rows;
}

/** Creates pg-boss's tables and the queues. Each start of Minga sets the other options of its queues. */
export async function createQueues(url: string, queues: Manifest['queues']): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    for (const { name, retentionSeconds } of queues) await boss.createQueue(name, { retentionSeconds });
  } finally {
    await boss.stop({ graceful: false });
  }
}

/**
 * Inserts the jobs into their queues in the caller's transaction; `copyInto` fills a table. Their retention period starts again,
 * since the backup may be older than that.
 */
export async function restoreJobs(
  client: pg.Client,
  columns: readonly string[],
  copyInto: (table: string) => Promise<void>,
): Promise<void> {
  const list = columns.join(', ');
  await client.query(
    `create temporary table restored_jobs on commit drop as select ${list} from pgboss.job limit 0`,
  );
  await copyInto('restored_jobs');
  await client.query(
    `update restored_jobs set keep_until = greatest(keep_until, now() + (keep_until - start_after))`,
  );
  await client.query(
    `insert into pgboss.job (${list}, policy)
     select ${columns.map(column => `restored.${column}`).join(', ')}, queue.policy
     from restored_jobs restored join pgboss.queue queue on queue.name = restored.name`,
  );
}
