import { type AttendanceStats, TOP_ENTRIES } from '@minga/contract/administration/attendances';
import type { Turnout } from '@minga/contract/participants';
import { and, asc, desc, eq, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/connection.ts';
import { countByWeek, type Paging } from '../../../platform/database/queries.ts';
import type { Week } from '../../../platform/local-time.ts';
import { users, usersAs } from '../../accounts/queries.ts';
import { activities } from '../../activities/queries.ts';
import { isConfirmed } from '../queries.ts';
import { attendances, erasedVisitors } from '../schema.ts';

/** The filter of the administrators' list. An undefined field does not filter. */
export interface AttendanceFilter {
  readonly activityId: string | undefined;
  /** An account, matched by its id or its address. */
  readonly userId: string | undefined;
  /** The period of the confirmation, from `start` inclusive to `end` exclusive. */
  readonly day: { readonly start: Date; readonly end: Date } | undefined;
}

const newestFirst = [desc(attendances.createdAt), desc(attendances.id)];
const oldestFirst = [asc(attendances.createdAt), asc(attendances.id)];
const linked = usersAs('linked');
const known = usersAs('known');

/**
 * One page of `total` attendances, the newest first, each with its activity and its account, if any. An index-only scan finds the
 * page from the nearer end of the index.
 */
export function listAttendances(
  db: Executor,
  filter: AttendanceFilter,
  { limit, offset }: Paging,
  total: number,
) {
  const isFromEnd = offset > total / 2;
  const after = Math.max(0, total - offset - limit);
  const page = db
    .select({ id: attendances.id })
    .from(attendances)
    .where(where(db, filter))
    .orderBy(...(isFromEnd ? oldestFirst : newestFirst))
    .limit(isFromEnd ? Math.max(0, total - offset - after) : limit)
    .offset(isFromEnd ? after : offset)
    .as('page');
  const { id, name, email, createdAt } = attendances;
  return db
    .select({
      attendance: { id, name, email, createdAt },
      activity: { id: activities.id, title: activities.title, date: activities.date },
      linked: { id: linked.id, username: linked.username, email: linked.email },
      known: { id: known.id, username: known.username, email: known.email },
    })
    .from(page)
    .innerJoin(attendances, eq(attendances.id, page.id))
    .leftJoin(activities, eq(activities.id, attendances.activityId))
    .leftJoin(linked, eq(linked.id, attendances.userId))
    .leftJoin(known, and(isNull(attendances.userId), eq(known.email, attendances.email)))
    .orderBy(...newestFirst);
}

export type RegisteredRow = Awaited<ReturnType<typeof listAttendances>>[number];

export const countAttendances = (db: Executor, filter: AttendanceFilter): Promise<number> =>
  db.$count(attendances, where(db, filter));

function where(db: Executor, { activityId, userId, day }: AttendanceFilter): SQL | undefined {
  return and(
    activityId === undefined ? undefined : eq(attendances.activityId, activityId),
    userId === undefined
      ? undefined
      : or(eq(attendances.userId, userId), eq(attendances.email, emailOf(db, userId))),
    day === undefined
      ? undefined
      : and(gte(attendances.createdAt, day.start), lt(attendances.createdAt, day.end)),
  );
}

const emailOf = (db: Executor, userId: string) =>
  db.select({ email: users.email }).from(users).where(eq(users.id, userId));

/** Three counts, by activity, by address and by time, each of which uses an index-only scan. */
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
    // Erased addresses still count.
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

/** Condition: the attendance has a name but neither e-mail nor phone. */
const isUnreachable = and(isNotNull(attendances.name), isNull(attendances.email), isNull(attendances.phone));

/**
 * Condition: the party came without having signed up. The door stores such a party with a name alone. Attendees who sign up by name
 * alone have the proof of their browser, and those whose account was deleted have no name. A party that an organiser adds by name
 * alone beyond the capacity cannot be distinguished.
 */
const isWalkIn = and(attendances.isOverLimit, isUnreachable, isNull(attendances.proofHash));

const parties = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition}))::int`;
const people = (condition: SQL | undefined) =>
  sql<number>`coalesce(sum(1 + ${attendances.companions}) filter (where ${condition}), 0)::int`;

const count = (condition: SQL | undefined) => ({ parties: parties(condition), people: people(condition) });

/**
 * The number of parties and people with a place, those of them that were checked in, those that came without having signed up, and
 * those of all without contact.
 */
export async function countTurnout(db: Executor, activityId: string): Promise<Turnout> {
  const isHere = isNotNull(attendances.checkedInAt);
  const signedUp = sql`${isConfirmed} and not (${isWalkIn})`;
  const [row] = await db
    .select({
      confirmed: count(signedUp),
      checkedIn: count(and(signedUp, isHere)),
      walkIns: count(and(isConfirmed, isWalkIn, isHere)),
      unreachable: count(isUnreachable),
    })
    .from(attendances)
    .where(eq(attendances.activityId, activityId));
  if (row === undefined) throw new Error('an aggregate returned no row');
  return row;
}
