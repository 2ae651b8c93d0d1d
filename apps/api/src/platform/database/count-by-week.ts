import type { WeekCount } from '@minga/contract/administration/week-count';
import { type AnyColumn, and, gte, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Week } from '../weeks.ts';
import type { Executor } from './connection.ts';

/** How many rows of `table` each week has brought, by the moments in `column`; a week without any is 0. */
export async function countByWeek(
  db: Executor,
  table: PgTable,
  column: AnyColumn,
  weeks: readonly Week[],
  filter?: SQL,
): Promise<WeekCount[]> {
  const starts = weeks.map(({ start }) => start);
  const place = sql<number>`width_bucket(${column}, ${sql.param(starts.map(start => start.toISOString()))}::timestamptz[])`;
  const rows = await db
    .select({ place: place.mapWith(Number), count: sql<number>`count(*)`.mapWith(Number) })
    .from(table)
    .where(and(gte(column, starts[0]), filter))
    .groupBy(sql`1`);
  const counts = new Map(rows.map(row => [row.place, row.count]));
  return weeks.map(({ monday }, index) => ({ week: monday, count: counts.get(index + 1) ?? 0 }));
}
