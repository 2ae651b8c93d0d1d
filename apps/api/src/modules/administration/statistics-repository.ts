import { type AttendanceStats, TOP_ENTRIES } from '@minga/contract/administration/attendances';
import { eq, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';
import { attendanceStatistics } from './schema.ts';
import { countByWeek } from './week-repository.ts';
import type { Week } from './week-rules.ts';

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

/** Counts by activity, by address and by moment, each by itself: an index can answer without the rows. */
export async function countStatistics(
  tx: Executor,
  weeks: readonly Week[],
  now: Date,
): Promise<AttendanceStats> {
  const { rows: byActivity } = await tx.execute<{
    total: number;
    groups: number;
    tops: TopActivity[] | null;
  }>(sql`
    with counted as materialized (
      select ${attendances.activityId} as id, count(*)::int as count from ${attendances} group by 1
    ), top as (select * from counted order by count desc, id limit ${TOP_ENTRIES})
    select coalesce(sum(count), 0)::int as total, count(*)::int as groups, (
      select jsonb_agg(jsonb_build_object('activityId', id, 'title', ${activities.title}, 'count', count) order by count desc, id)
      from top join ${activities} using (id)
    ) as tops from counted`);
  const { rows: byPerson } = await tx.execute<{ groups: number; tops: TopUser[] | null }>(sql`
    with counted as materialized (
      select ${attendances.email} as email, count(*)::int as count from ${attendances}
      where ${attendances.email} is not null group by 1
    ), top as (select * from counted order by count desc, email limit ${TOP_ENTRIES})
    select count(*)::int as groups, (
      select jsonb_agg(jsonb_build_object('userId', ${users.id}, 'username', coalesce(${users.username}, called.name), 'count', count)
        order by count desc, top.email)
      from top left join ${users} on ${users.email} = top.email
      cross join lateral (
        select ${attendances.name} as name from ${attendances} where ${attendances.email} = top.email
        order by ${attendances.createdAt} desc, ${attendances.id} desc limit 1
      ) called
    ) as tops from counted`);
  return {
    totalAttendances: byActivity[0]?.total ?? 0,
    uniqueUsersAttended: byPerson[0]?.groups ?? 0,
    activitiesWithAttendances: byActivity[0]?.groups ?? 0,
    topActivities: byActivity[0]?.tops ?? [],
    topUsers: byPerson[0]?.tops ?? [],
    attendancesByWeek: await countByWeek(tx, attendances, attendances.createdAt, weeks),
    countedAt: now.toISOString(),
  };
}

type TopActivity = AttendanceStats['topActivities'][number];
type TopUser = AttendanceStats['topUsers'][number];
