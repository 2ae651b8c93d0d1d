import type { AttendanceStats } from '@minga/contract/administration/attendances';
import { eq, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { attendanceStatistics } from './schema.ts';

export interface LastCounted {
  /** Null: to be counted anew. */
  readonly counted: AttendanceStats | null;
  /** How often an admin has deleted an attendance, or an account was deleted, until then. */
  readonly deletions: number;
}

export async function lastCounted(db: Executor): Promise<LastCounted> {
  const { counted, deletions } = attendanceStatistics;
  const [row] = await db.select({ counted, deletions }).from(attendanceStatistics);
  return row ?? { counted: null, deletions: 0 };
}

/** Keeps what was counted after so many deletions, unless there has been another since. Was it kept? */
export async function keepCounted(
  db: Executor,
  counted: AttendanceStats,
  deletions: number,
): Promise<boolean> {
  const kept = await db
    .insert(attendanceStatistics)
    .values({ counted, deletions })
    .onConflictDoUpdate({
      target: attendanceStatistics.id,
      set: { counted },
      setWhere: eq(attendanceStatistics.deletions, deletions),
    })
    .returning({ id: attendanceStatistics.id });
  return kept.length > 0;
}

/** What an admin has deleted must not be counted any more by whoever asks next. A trigger does the same for deleted accounts. */
export async function forgetCounted(tx: Transaction): Promise<void> {
  await tx
    .insert(attendanceStatistics)
    .values({ deletions: 1 })
    .onConflictDoUpdate({
      target: attendanceStatistics.id,
      set: { counted: null, deletions: sql`${attendanceStatistics.deletions} + 1` },
    });
}

/** False: another process is counting. Until the transaction ends. */
export async function isAloneCounting(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ got: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('minga.attendance-statistics')) as got`,
  );
  return rows[0]?.got === true;
}
