import { DURATION_DAYS_MAX } from '@minga/contract/activity-values';
import {
  and,
  asc,
  desc,
  eq,
  gte,
  isNull,
  lt,
  notExists,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../platform/database/connection.ts';
import type { Paging } from '../../platform/database/paging.ts';
import { activities } from './schema.ts';

// Conditions and paging that lists and searches of activities share.

export interface ListPage extends Paging {
  /** `next`: only the next of the fitting occurrences of each series. */
  readonly series?: 'next' | undefined;
}

/** Ending from now on, or before now. */
export type When = 'proximas' | 'pasadas';

/** The present, or the placeholder for it in a statement that is built once. */
export type Now = Date | Placeholder;

// In hours: a day of the time zone may have 23.
const DURATION_MAX = sql.raw(`interval '${DURATION_DAYS_MAX * 24} hours'`);

export function atTime(when: When | undefined, now: Now, table = activities): SQL | undefined {
  if (when === undefined) return undefined;
  // The condition on the start follows from that on the end, and lets an index in the order of dates be used.
  return when === 'proximas'
    ? and(gte(table.date, sql`${now}::timestamptz - ${DURATION_MAX}`), gte(table.endsAt, now))
    : and(lt(table.date, now), lt(table.endsAt, now));
}

export const isOwnedBy = (viewerId: string | null, table: typeof activities): SQL =>
  viewerId === null ? sql`false` : eq(table.ownerId, viewerId);

/** Which activities fit, said of the table or of an alias of it. */
export type Condition = (table: typeof activities) => SQL | undefined;

// Its columns are those of the table, under another name.
const other = alias(activities, 'other') as unknown as typeof activities;

/** Condition: the activity fits and, with `series=next`, comes first of those of its series that fit. */
export const listed = (db: Executor, fits: Condition, now: Now, { series }: ListPage): SQL | undefined =>
  series === undefined ? fits(activities) : and(fits(activities), isNextOfSeries(db, fits, now));

/** The alternative without a series keeps PostgreSQL from joining, which would read all rows and lose the order of an index. */
const isNextOfSeries = (db: Executor, fits: Condition, now: Now): SQL | undefined =>
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

/** Of a series the occurrences to come have priority, the nearest first, then those that are past, the last first. */
const priority = ({ id, date, endsAt }: typeof activities, now: Now): SQL =>
  sql`(${endsAt} >= ${now}, case when ${endsAt} >= ${now} then -1 else 1 end * extract(epoch from ${date}), ${id})`;

export const byDate = (when: When | undefined): SQL =>
  when === 'pasadas' ? desc(activities.date) : asc(activities.date);

/** The number of activities, of each series one: what a list with `series=next` has in all. */
export const eachSeriesOnce = sql<number>`
  (count(*) filter (where ${activities.seriesId} is null) + count(distinct ${activities.seriesId}))::int`;

/** The number of fitting activities, of each series one. */
export async function countNext(db: Executor, filter: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: eachSeriesOnce }).from(activities).where(filter);
  return row?.total ?? 0;
}
