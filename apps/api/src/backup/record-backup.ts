import { onLongConnection } from './long-connection.ts';

/** Number of recorded backups; older ones are deleted. */
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
