import type { ActivityStatus } from '@minga/contract/activities';
import { DURATION_DAYS_MAX } from '@minga/contract/activity-values';
import {
  type AnyColumn,
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  not,
  notExists,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias, type PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Executor } from '../../platform/database/connection.ts';
import { type Paging, preparedQuery, withTotal } from '../../platform/database/queries.ts';
import { images } from '../../platform/images/schema.ts';
import { users } from '../accounts/queries.ts';
import { teamMembers } from '../teams/queries.ts';
import { findWithMemory, type StoredMemory } from './memory-repository.ts';
import { activityPosters } from './paper-schema.ts';
import { activityRowColumns, type selectActivities, selectListed } from './queries.ts';
import { activities, deletedActivities } from './schema.ts';

// Conditions and paging that lists and searches of activities share.

export interface ListPage extends Paging {
  /** With `next`, a list contains only the next matching occurrence of each series. */
  readonly series?: 'next' | undefined;
}

/** Whether the activities end from now on ('proximas') or before now ('pasadas'). */
export type When = 'proximas' | 'pasadas';

/** The current time, or a placeholder for it in a prepared statement. */
export type Now = Date | Placeholder;

// The unit is hours, since a day of the time zone may have 23.
const DURATION_MAX = sql.raw(`interval '${DURATION_DAYS_MAX * 24} hours'`);

export function isAtTime(when: When | undefined, now: Now, table = activities): SQL | undefined {
  if (when === undefined) return undefined;
  // The condition on the start follows from that on the end, and lets the planner use an index on the start.
  return and(
    startsAtTime(when, now, table.date),
    when === 'proximas' ? gte(table.endsAt, now) : lt(table.endsAt, now),
  );
}

/** Condition: the start permits that the activity is at this time. */
export const startsAtTime = (when: When, now: Now, date: AnyColumn): SQL =>
  when === 'proximas' ? gte(date, sql`${now}::timestamptz - ${DURATION_MAX}`) : lt(date, now);

export const isOwnedBy = (viewerId: string | null, table: typeof activities): SQL =>
  viewerId === null ? sql`false` : eq(table.ownerId, viewerId);

/** Builds a condition on activities for the table or an alias of it. */
export type ActivityCondition = (table: typeof activities) => SQL | undefined;

// The alias has the columns of the table under another name.
const other = alias(activities, 'other') as unknown as typeof activities;

/** Condition: the activity matches and, with `series=next`, is the first matching occurrence of its series. */
export const isInList = (
  db: Executor,
  fits: ActivityCondition,
  now: Now,
  { series }: ListPage,
): SQL | undefined =>
  series === undefined ? fits(activities) : and(fits(activities), isNextOfSeries(db, fits, now));

/** The alternative without a series prevents a join in PostgreSQL, which would read all rows and lose the order of an index. */
const isNextOfSeries = (db: Executor, fits: ActivityCondition, now: Now): SQL | undefined =>
  or(
    isNull(activities.seriesId),
    notExists(
      db
        .select({ id: other.id })
        .from(other)
        .where(
          and(
            eq(other.seriesId, activities.seriesId),
            sql`${priority(other, now)} > ${priority(activities, now)}`,
            fits(other),
          ),
        ),
    ),
  );

/** The priority of an occurrence in its series: upcoming ones come first, the earliest first, then past ones, the latest first. */
const priority = ({ id, date, endsAt }: typeof activities, now: Now): SQL =>
  sql`(${endsAt} >= ${now}, case when ${endsAt} >= ${now} then -1 else 1 end * extract(epoch from ${date}), ${id})`;

export const byDate = (when: When | undefined): SQL =>
  when === 'pasadas' ? desc(activities.date) : asc(activities.date);

/** SQL expression: the number of activities, each series counted once, as in a list with `series=next`. */
const eachSeriesOnce = sql<number>`
  (count(*) filter (where ${activities.seriesId} is null) + count(distinct ${activities.seriesId}))::int`;

/** The number of matching activities, each series counted once. */
export async function countSeriesOnce(db: Executor, filter: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: eachSeriesOnce }).from(activities).where(filter);
  return row?.total ?? 0;
}

/** An activity with its organiser, image and needs, and with its memory if it was read by `findWithMemory`. */
export type ActivityRow = Awaited<ReturnType<typeof selectActivities>>[number] & {
  readonly memory?: StoredMemory | null;
};

/** An activity with the data of its card. */
export type ListedRow = Awaited<ReturnType<typeof selectListed>>[number];

export interface Found {
  /** The rows of a page, with the distance if they are sorted by it. */
  readonly rows: (ListedRow & { readonly distanceKm?: number | undefined })[];
  readonly total: number;
}

export async function insertActivity(db: Executor, values: typeof activities.$inferInsert): Promise<string> {
  const [row] = await db.insert(activities).values(values).returning({ id: activities.id });
  if (row === undefined) throw new Error('the inserted activity was not returned');
  return row.id;
}

export async function findActivity(db: Executor, id: string): Promise<ActivityRow | null> {
  const [row] = await findWithMemory(db, [id]);
  return row ?? null;
}

/** Finds activities by their ids, in no particular order. */
export const findByIds = (db: Executor, ids: readonly string[]): Promise<ListedRow[]> =>
  byIds(db).execute({ ids });

const byIds = preparedQuery(db =>
  selectListed(db)
    .where(sql`${activities.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('activities_by_id'),
);

/**
 * A value that changes with the data of these activities in feeds: xmin is the version of a row. It leaves out places, needs and
 * collectives, which only cards show. The query is fast, since it reads no texts.
 */
export async function versionOf(db: Executor, ids: readonly string[]): Promise<string> {
  const { rows } = await db.execute<{ version: string | null }>(
    sql`select encode(sha256(convert_to(string_agg(
        concat_ws(' ', ${activities}.xmin, ${images}.xmin, ${users.username}), E'\n' order by listed.position), 'UTF8')), 'hex') as version
      from unnest(${sql.param([...ids])}::uuid[]) with ordinality as listed (id, position)
        join ${activities} on ${activities.id} = listed.id join ${users} on ${users.id} = ${activities.ownerId}
        left join ${images} on ${images.id} = ${activities.imageId}`,
  );
  return rows[0]?.version ?? '';
}

export type LockedActivity = Omit<typeof activities.$inferSelect, 'searchWords' | 'searchText' | 'organiser'>;

/**
 * Locks an activity until the transaction ends, and returns null if it does not exist. 'share' allows other 'share' locks, 'update'
 * none.
 */
export async function lockActivity(
  tx: Executor,
  id: string,
  strength: 'share' | 'update',
): Promise<LockedActivity | null> {
  const [row] = await tx
    .select(activityRowColumns.activity)
    .from(activities)
    .where(eq(activities.id, id))
    .for(strength);
  return row ?? null;
}

export async function updateActivity(
  db: Executor,
  id: string,
  values: PgUpdateSetSource<typeof activities>,
): Promise<void> {
  await db
    .update(activities)
    .set({ ...values, revision: sql`${activities.revision} + 1` })
    .where(eq(activities.id, id));
}

export async function setPromotion(
  db: Executor,
  id: string,
  window: { start: Date; end: Date } | null,
): Promise<void> {
  await db
    .update(activities)
    .set({ promotionStart: window?.start ?? null, promotionEnd: window?.end ?? null })
    .where(eq(activities.id, id));
}

/**
 * Activities with a current promotion, the earliest first. `own` selects `viewerId`'s activities or those of others. A promotion
 * may last longer than its activity: then only the author still sees the activity here, last.
 */
export function listPromoted(
  db: Executor,
  viewerId: string | null,
  own: boolean | undefined,
  statuses: ActivityStatus[],
  now: Date,
  paging: ListPage,
): Promise<Found> {
  const fits: ActivityCondition = table => {
    const mine = isOwnedBy(viewerId, table);
    return and(
      gt(table.promotionEnd, now),
      or(mine, and(inArray(table.status, statuses), isAtTime('proximas', now, table))),
      own === undefined ? undefined : own ? mine : not(mine),
    );
  };
  const filter = isInList(db, fits, now, paging);
  // Only a viewer's own list contains past activities, so that the other lists can be read in the order of the index.
  const pastLast = viewerId === null || own === false ? [] : [asc(sql`${activities.endsAt} < ${now}`)];
  return listWhere(db, filter, [...pastLast, asc(activities.date), asc(activities.id)], paging);
}

/** The number of activities of an account, and of its upcoming ones. */
export async function countByOwner(
  db: Executor,
  ownerId: string,
  now: Date,
): Promise<{ total: number; upcoming: number }> {
  const [row] = await db
    .select({
      total: count(),
      upcoming: sql<number>`count(*) filter (where ${activities.endsAt} >= ${now})`.mapWith(Number),
    })
    .from(activities)
    .where(eq(activities.ownerId, ownerId));
  return row ?? { total: 0, upcoming: 0 };
}

/** Upcoming activities of other authors, the earliest first. */
export async function listUpcomingOfOthers(
  db: Executor,
  viewerId: string | null,
  statuses: ActivityStatus[],
  now: Date,
  paging: ListPage,
): Promise<Found> {
  const isUpcoming: ActivityCondition = table =>
    and(inArray(table.status, statuses), isAtTime('proximas', now, table));
  const fits: ActivityCondition = table => and(isUpcoming(table), not(isOwnedBy(viewerId, table)));
  const filter = isInList(db, fits, now, paging);
  const order = [asc(activities.date), asc(activities.id)];
  if (paging.series === 'next')
    return {
      rows: await findRows(db, filter, order, paging),
      total: await countSeriesOnce(db, fits(activities)),
    };
  const [upcoming, mine] = [isUpcoming(activities), isOwnedBy(viewerId, activities)];
  const rows = await findRows(db, filter, order, paging);
  // The total is the difference of two index-only counts, since one count that excludes the viewer's own activities would read
  // every row.
  const total = (await countActivities(db, upcoming)) - (await countActivities(db, and(upcoming, mine)));
  return { rows, total };
}

export async function listWhere(
  db: Executor,
  filter: SQL | undefined,
  order: SQL[],
  paging: Paging,
): Promise<Found> {
  const rows = await findRows(db, filter, order, paging);
  return withTotal(rows, paging, () => countActivities(db, filter));
}

export const findRows = (
  db: Executor,
  filter: SQL | undefined,
  order: SQL[],
  paging: Paging,
): Promise<ListedRow[]> =>
  selectListed(db)
    .where(filter)
    .orderBy(...order)
    .limit(paging.limit)
    .offset(paging.offset);

export const countPublic = (db: Executor, statuses: ActivityStatus[]): Promise<number> =>
  db.$count(activities, inArray(activities.status, statuses));

export const countActivities = (db: Executor, filter: SQL | undefined): Promise<number> =>
  db.$count(activities, filter);

/**
 * The number of public upcoming activities per collective, each series counted once as in lists. Collectives without any are
 * absent.
 */
export async function countUpcomingOf(
  db: Executor,
  collectiveIds: readonly string[],
  statuses: ActivityStatus[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  if (collectiveIds.length === 0) return new Map();
  const rows = await db
    .select({ id: activities.collectiveId, count: eachSeriesOnce })
    .from(activities)
    .where(
      and(
        sql`${activities.collectiveId} = any(${sql.param(collectiveIds)}::uuid[])`,
        inArray(activities.status, statuses),
        isAtTime('proximas', now),
      ),
    )
    .groupBy(activities.collectiveId);
  return new Map(rows.flatMap(row => (row.id === null ? [] : [[row.id, row.count] as const])));
}

/** The activities in whose own team an account has a role. */
export const listHelped = (db: Executor, userId: string) =>
  db
    .select({ taskId: activities.id, title: activities.title, role: teamMembers.role })
    .from(teamMembers)
    .innerJoin(activities, eq(activities.id, teamMembers.teamId))
    .where(eq(teamMembers.userId, userId))
    .orderBy(desc(activities.date), asc(activities.id));

/** The tombstone of a deleted public activity, or null if there is none. */
export async function findDeleted(db: Executor, id: string) {
  const [row] = await db.select().from(deletedActivities).where(eq(deletedActivities.id, id));
  return row ?? null;
}

/** The printed facts of a poster that may change later. */
export type PrintedPoster = Pick<typeof activityPosters.$inferSelect, 'title' | 'date' | 'endDate' | 'place'>;

/** Stores the last poster of an activity; does nothing if the activity is deleted. */
export async function storePoster(
  db: Executor,
  id: string,
  printed: PrintedPoster,
  takenAt: Date,
): Promise<void> {
  const { title, date, endDate, place } = printed;
  // The lock on the activity makes a concurrent deletion wait, so that the foreign key holds.
  await db.execute(sql`
    insert into ${activityPosters} (activity_id, taken_at, title, date, end_date, place)
    select id, ${takenAt.toISOString()}::timestamptz, ${title}, ${date.toISOString()}::timestamptz,
      ${endDate?.toISOString() ?? null}::timestamptz, ${place}
    from ${activities} where id = ${id} for key share
    on conflict (activity_id) do update
    set taken_at = excluded.taken_at, title = excluded.title, date = excluded.date, end_date = excluded.end_date,
      place = excluded.place`);
}

/** The last poster of an activity, or null. */
export async function findPoster(db: Executor, activityId: string) {
  const [row] = await db.select().from(activityPosters).where(eq(activityPosters.activityId, activityId));
  return row ?? null;
}
