import type { AttendanceStats } from '@minga/contract/administration/attendances';
import { eq, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { attendanceStatistics } from './schema.ts';

export interface LastCounted {
  /** Null: must be recounted. */
  readonly counted: AttendanceStats | null;
  /** The number of deletions of attendances by admins and of accounts until the count. */
  readonly deletions: number;
}

export async function lastCounted(db: Executor): Promise<LastCounted> {
  const { counted, deletions } = attendanceStatistics;
  const [row] = await db.select({ counted, deletions }).from(attendanceStatistics);
  return row ?? { counted: null, deletions: 0 };
}

/** Stores a count made after this number of deletions, unless there was another since. Returns whether it was stored. */
export async function storeCounted(
  db: Executor,
  counted: AttendanceStats,
  deletions: number,
): Promise<boolean> {
  const stored = await db
    .insert(attendanceStatistics)
    .values({ counted, deletions })
    .onConflictDoUpdate({
      target: attendanceStatistics.id,
      set: { counted },
      setWhere: eq(attendanceStatistics.deletions, deletions),
    })
    .returning({ id: attendanceStatistics.id });
  return stored.length > 0;
}

/** Invalidates the count after an admin's deletion. A trigger does the same for deleted accounts. */
export async function invalidateCounted(tx: Transaction): Promise<void> {
  await tx
    .insert(attendanceStatistics)
    .values({ deletions: 1 })
    .onConflictDoUpdate({
      target: attendanceStatistics.id,
      set: { counted: null, deletions: sql`${attendanceStatistics.deletions} + 1` },
    });
}

/** Locks counting until the transaction ends; false: another process is counting. */
export async function tryLockCounting(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ got: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('minga.attendance-statistics')) as got`,
  );
  return rows[0]?.got === true;
}
