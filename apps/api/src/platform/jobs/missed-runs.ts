import type { Db, PgBoss } from 'pg-boss';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** pg-boss creates the job of a schedule within a minute of its time. */
const GRACE_MS = 2 * MINUTE_MS;

const SCHEDULE = /^(\*|\*\/\d{1,2}|\d{1,2}) (\*|\*\/\d{1,2}|\d{1,2}) \* \* \*$/;

/** Whether a cron expression is one whose missed runs can be found: with a minute and an hour, every day. */
export const isDailySchedule = (cron: string): boolean => SCHEDULE.test(cron);

/** The last time at or before `now` at which a schedule was due (UTC); it was due within a day. */
export function lastDue(cron: string, now: Date): Date {
  const [, minutes = '', hours = ''] = SCHEDULE.exec(cron) ?? [];
  const latest = Math.floor(now.getTime() / MINUTE_MS);
  for (let minute = latest; minute >= latest - DAY_MINUTES; minute -= 1) {
    const time = new Date(minute * MINUTE_MS);
    if (matches(minutes, time.getUTCMinutes()) && matches(hours, time.getUTCHours())) return time;
  }
  throw new Error(`The schedule "${cron}" is never due`);
}

function matches(field: string, value: number): boolean {
  if (field === '*') return true;
  return field.startsWith('*/') ? value % Number(field.slice(2)) === 0 : Number(field) === value;
}

/**
 * Enqueues the run of each schedule whose last due time passed without a run that was completed, unless one is waiting or under way: no
 * process was there, or it was cut off. Any number of processes may call it: each run is enqueued once. A run that failed for good is
 * repeated only if `repeatsFailed`, by a process that starts.
 */
export async function sendMissedRuns(
  boss: PgBoss,
  schedules: ReadonlyMap<string, string>,
  { repeatsFailed }: { readonly repeatsFailed: boolean },
): Promise<void> {
  const transaction = await boss.getDb().beginTransaction?.();
  if (transaction === undefined) throw new Error('pg-boss has no transactions');
  try {
    const { db } = transaction;
    await db.executeSql(`select pg_advisory_xact_lock(hashtext('minga missed runs'))`);
    // After the lock, so that the snapshot has what other processes have enqueued.
    const { rows } = await db.executeSql('select clock_timestamp() as now');
    const now = new Date(rows[0].now);
    for (const [queue, cron] of schedules) {
      const due = lastDue(cron, new Date(now.getTime() - GRACE_MS));
      if (!(await hasRun(db, queue, due, repeatsFailed))) await boss.insert(queue, [{ data: {} }], { db });
    }
    await transaction.commit();
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}

async function hasRun(db: Db, queue: string, due: Date, repeatsFailed: boolean): Promise<boolean> {
  const { rows } = await db.executeSql(
    `select from pgboss.job where name = $1 and (state in ('created', 'retry', 'active')
      or state = 'completed' and started_on >= $2 or not $3::boolean and created_on >= $2) limit 1`,
    [queue, due, repeatsFailed],
  );
  return rows.length > 0;
}
