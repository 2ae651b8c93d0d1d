import type { ActivityStatus } from '@minga/contract/activities';
import { IMPACT_GOALS, type Impact } from '@minga/contract/impact';
import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { activities } from '../activities/queries.ts';
import { arrivals } from '../attendance/queries.ts';
import { collectives } from '../collectives/queries.ts';
import type { Month, MonthSums } from './rules.ts';

/** Selects the activities that count: public and past ones, of the site or of a collective. */
export interface Scope {
  readonly statuses: readonly ActivityStatus[];
  readonly collectiveId: string | null;
  readonly now: Date;
}

const isHeld = ({ statuses, collectiveId, now }: Scope): SQL | undefined =>
  and(
    inArray(activities.status, [...statuses]),
    lt(activities.endsAt, now),
    collectiveId === null ? undefined : eq(activities.collectiveId, collectiveId),
  );

/** The sums of each month, and of the time before the first month. */
export async function sumByMonth(db: Executor, scope: Scope, months: readonly Month[]): Promise<MonthSums[]> {
  const starts = sql.param(months.map(({ start }) => start.toISOString()));
  const { rows } = await db.execute<MonthSums & Record<string, unknown>>(sql`
    with held as (
      select ${activities.id} as id, width_bucket(${activities.date}, ${starts}::timestamptz[]) as place
      from ${activities} where ${isHeld(scope)}
    ), parts as (
      select place, count(*) as activities, 0 as people, 0 as hours from held group by place
      union all
      select held.place, 0, sum(arrived.people), coalesce(sum(arrived.hours), 0)
      from held join ${arrivals} on arrived.activity_id = held.id group by held.place
    )
    select place, sum(activities)::float8 as activities, sum(people)::float8 as people, sum(hours)::float8 as hours
    from parts group by place`);
  return rows;
}

/** The sums that goals have reached, by unit regardless of case, each in its most frequent spelling. */
export async function sumGoals(db: Executor, scope: Scope): Promise<Impact['goals']> {
  const { rows } = await db.execute<Impact['goals'][number]>(sql`
    select mode() within group (order by goal.unit) as unit, sum(goal.reached)::float8 as reached
    from ${activities} cross join lateral jsonb_to_recordset(${activities.goals}) as goal(unit text, reached int)
    where ${isHeld(scope)} and ${activities.goals} <> '[]' and goal.reached > 0
    group by lower(goal.unit) order by reached desc, unit limit ${IMPACT_GOALS}`);
  return rows;
}

/** The sums of one month and collective. `collective` is null for activities without one. */
export interface CollectiveMonth {
  readonly month: string;
  readonly collective: string | null;
  readonly activities: number;
  readonly people: number;
  readonly hours: number;
}

/** The sums of each month and collective, the newest month first. */
export async function sumByMonthAndCollective(
  db: Executor,
  scope: Scope,
  timeZone: string,
  limit: number,
): Promise<CollectiveMonth[]> {
  const { rows } = await db.execute<CollectiveMonth & Record<string, unknown>>(sql`
    with held as (
      select ${activities.id} as id, ${activities.collectiveId} as collective_id,
        date_trunc('month', ${activities.date} at time zone ${timeZone}::text) as month
      from ${activities} where ${isHeld(scope)}
    ), parts as (
      select month, collective_id, count(*) as activities, 0 as people, 0 as hours from held group by 1, 2
      union all
      select month, collective_id, 0, sum(arrived.people), coalesce(sum(arrived.hours), 0)
      from held join ${arrivals} on arrived.activity_id = held.id group by 1, 2
    )
    select to_char(month, 'YYYY-MM') as month, ${collectives.name} as collective, sum(activities)::float8 as activities,
      sum(people)::float8 as people, sum(hours)::float8 as hours
    from parts left join ${collectives} on ${collectives.id} = collective_id
    group by parts.month, collective_id, ${collectives.name}
    order by parts.month desc, ${collectives.name} nulls last, collective_id limit ${limit}`);
  return rows;
}
