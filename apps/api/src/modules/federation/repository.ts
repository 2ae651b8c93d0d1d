import type { ActivityStatus } from '@minga/contract/activities';
import {
  type AnyColumn,
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { dueWork } from '../../platform/due-work/schema.ts';
import { activities, activitiesAs, selectActivities } from '../activities/queries.ts';
import { collectives } from '../collectives/queries.ts';
import { federationFollowers, federationKeys, federationObjects } from './schema.ts';

export async function findKey(
  db: Executor,
): Promise<{ privateKey: string; publicKeyPem: string; createdAt: Date } | null> {
  const { privateKey, publicKey: publicKeyPem, createdAt } = federationKeys;
  const [row] = await db.select({ privateKey, publicKeyPem, createdAt }).from(federationKeys);
  return row ?? null;
}

/** Stores the key pair unless there is one. */
export async function insertKey(db: Executor, values: typeof federationKeys.$inferInsert): Promise<void> {
  await db.insert(federationKeys).values(values).onConflictDoNothing();
}

export type ActivityRow = Awaited<ReturnType<typeof findActivities>>[number];
export type ObjectRow = typeof federationObjects.$inferSelect;

/** The activities that exist among these ids, whether they are public or not. */
export const findActivities = (db: Executor, ids: readonly string[]) =>
  selectActivities(db).where(sql`${activities.id} = any(${sql.param(ids)}::uuid[])`);

/** Condition: other servers may know the activity (docs/rules.md R27.1). */
const isFederable = (
  statuses: readonly ActivityStatus[],
  table: Record<'status' | 'isFederated' | 'isLocationPrivate', AnyColumn> = activities,
): SQL | undefined =>
  and(inArray(table.status, [...statuses]), eq(table.isFederated, true), eq(table.isLocationPrivate, false));

/** The series of these activities. */
export async function seriesIdsOf(db: Executor, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: activities.seriesId })
    .from(activities)
    .where(and(sql`${activities.id} = any(${sql.param(ids)}::uuid[])`, isNotNull(activities.seriesId)));
  return rows.flatMap(({ id }) => id ?? []);
}

/** The next occurrence of each series that other servers may know, with its end. */
export async function nextOfSeries(
  db: Executor,
  seriesIds: readonly string[],
  statuses: readonly ActivityStatus[],
  now: Date,
): Promise<Map<string, { readonly id: string; readonly endsAt: Date }>> {
  if (seriesIds.length === 0) return new Map();
  const { id, seriesId, date, endsAt } = activities;
  const rows = await db
    .selectDistinctOn([seriesId], { id, seriesId, endsAt })
    .from(activities)
    .where(and(inArray(seriesId, [...seriesIds]), gt(endsAt, now), isFederable(statuses)))
    .orderBy(asc(seriesId), asc(date), asc(id));
  return new Map(rows.map(row => [row.seriesId ?? '', { id: row.id, endsAt: row.endsAt }]));
}

/** The rows of the activities of which other servers were told. */
export async function findObjects(db: Executor, ids: readonly string[]): Promise<Map<string, ObjectRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(federationObjects)
    .where(inArray(federationObjects.activityId, [...ids]));
  return new Map(rows.map(row => [row.activityId, row]));
}

/**
 * The version under which other servers know an activity or will know it, since each `Create` after a `Delete` has its own. Returns null if
 * they may not know it.
 */
export async function findVersion(
  db: Executor,
  activityId: string,
  statuses: readonly ActivityStatus[],
): Promise<number | null> {
  const { version, document } = federationObjects;
  const [row] = await db
    .select({
      version: sql<number>`coalesce(${version} + (case when ${document} is null then 1 else 0 end), 1)`,
    })
    .from(activities)
    .leftJoin(federationObjects, eq(federationObjects.activityId, activities.id))
    .where(and(eq(activities.id, activityId), isFederable(statuses)));
  return row?.version ?? null;
}

export async function upsertObject(tx: Transaction, values: ObjectRow): Promise<void> {
  const { activityId, ...set } = values;
  await tx
    .insert(federationObjects)
    .values(values)
    .onConflictDoUpdate({ target: federationObjects.activityId, set });
}

/** At most `limit` activities that were edited since other servers were told of them, or that they may not know any more. */
export async function findChanged(
  db: Executor,
  statuses: readonly ActivityStatus[],
  limit: number,
): Promise<string[]> {
  const { activityId, document, updatedAt } = federationObjects;
  const isUnchanged = exists(
    db
      .select({ id: activities.id })
      .from(activities)
      .where(and(eq(activities.id, activityId), isFederable(statuses), lte(activities.updatedAt, updatedAt))),
  );
  const rows = await db
    .select({ id: activityId })
    .from(federationObjects)
    .where(and(isNotNull(document), not(isUnchanged)))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** At most `limit` activities to come of which other servers know another collective's name than visitors see. */
export async function findRenamed(db: Executor, now: Date, limit: number): Promise<string[]> {
  const { activityId, document } = federationObjects;
  const told = sql`${document} #>> '{organizers,items,0,name}'`;
  const shown = sql`case when ${collectives.status} = 'active' then ${collectives.name} end`;
  const rows = await db
    .select({ id: activityId })
    .from(federationObjects)
    .innerJoin(activities, eq(activities.id, activityId))
    .leftJoin(collectives, eq(collectives.id, activities.collectiveId))
    .where(and(isNotNull(document), gt(activities.endsAt, now), sql`${told} is distinct from ${shown}`))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Deletes what is known of activities that were deleted, and whose `Delete` was stored, before a time. */
export async function deleteTombstones(db: Executor, before: Date): Promise<void> {
  await db
    .delete(federationObjects)
    .where(
      and(
        isNull(federationObjects.document),
        lt(federationObjects.updatedAt, before),
        not(
          exists(
            db
              .select({ id: activities.id })
              .from(activities)
              .where(eq(activities.id, federationObjects.activityId)),
          ),
        ),
      ),
    );
}

/**
 * The activities that other servers may know and that have not ended, the newest publication first, with what they were told. Of a series
 * only the next occurrence.
 */
export async function listUpcoming(
  db: Executor,
  statuses: readonly ActivityStatus[],
  now: Date,
  limit: number,
): Promise<{ row: ActivityRow; object: ObjectRow | null }[]> {
  const rows = await selectActivities(db)
    .where(isOutboxed(db, statuses, now))
    .orderBy(desc(sql`coalesce(${activities.publishedAt}, ${activities.createdAt})`), desc(activities.id))
    .limit(limit);
  const objects = await findObjects(
    db,
    rows.map(({ activity }) => activity.id),
  );
  return rows.map(row => ({ row, object: objects.get(row.activity.id) ?? null }));
}

export const countUpcoming = (
  db: Executor,
  statuses: readonly ActivityStatus[],
  now: Date,
): Promise<number> => db.$count(activities, isOutboxed(db, statuses, now));

/** An earlier occurrence of the same series. */
const earlier = activitiesAs('earlier');

function isOutboxed(db: Executor, statuses: readonly ActivityStatus[], now: Date): SQL | undefined {
  const isEarlier = and(
    eq(earlier.seriesId, activities.seriesId),
    gt(earlier.endsAt, now),
    isFederable(statuses, earlier),
    sql`(${earlier.date}, ${earlier.id}) < (${activities.date}, ${activities.id})`,
  );
  const isLater = exists(db.select({ id: earlier.id }).from(earlier).where(isEarlier));
  return and(
    gt(activities.endsAt, now),
    isFederable(statuses),
    or(isNull(activities.seriesId), not(isLater)),
  );
}

/** At most `limit` series with a date to come that other servers may know, of which no due work watches the end. */
export async function findUnwatchedSeries(
  db: Executor,
  kind: string,
  statuses: readonly ActivityStatus[],
  now: Date,
  limit: number,
): Promise<string[]> {
  const isWatched = exists(
    db
      .select({ key: dueWork.key })
      .from(dueWork)
      .where(and(eq(dueWork.kind, kind), eq(dueWork.key, sql`${activities.seriesId}::text`))),
  );
  const rows = await db
    .selectDistinct({ id: activities.seriesId })
    .from(activities)
    .where(
      and(isNotNull(activities.seriesId), gt(activities.endsAt, now), isFederable(statuses), not(isWatched)),
    )
    .limit(limit);
  return rows.flatMap(({ id }) => id ?? []);
}

export const countFollowers = (db: Executor): Promise<number> => db.$count(federationFollowers);
