import { type AttendanceStats, TOP_ENTRIES } from '@minga/contract/administration/attendances';
import { sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { countByWeek } from '../../platform/database/count-by-week.ts';
import type { Week } from '../../platform/weeks.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { erasedVisitors } from './retention-schema.ts';
import { attendances } from './schema.ts';

/** Three counts, by activity, by address and by time, so that each uses an index-only scan. */
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
  const [erased] = await tx
    .select({ people: sql<number>`coalesce(sum(${erasedVisitors.addresses}), 0)::int` })
    .from(erasedVisitors);
  return {
    totalAttendances: byActivity[0]?.total ?? 0,
    // Addresses that were erased still count.
    uniqueUsersAttended: (byPerson[0]?.groups ?? 0) + (erased?.people ?? 0),
    activitiesWithAttendances: byActivity[0]?.groups ?? 0,
    topActivities: byActivity[0]?.tops ?? [],
    topUsers: byPerson[0]?.tops ?? [],
    attendancesByWeek: await countByWeek(tx, attendances, attendances.createdAt, weeks),
    countedAt: now.toISOString(),
  };
}

type TopActivity = AttendanceStats['topActivities'][number];
type TopUser = AttendanceStats['topUsers'][number];
