import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './connection.ts';

/** Fewer rows are counted; above, PostgreSQL's own estimate is used. */
const COUNTED_MAX = 50_000;

/** How many rows a table has; an estimate where there are very many. */
export async function estimateRows(db: Database, table: PgTable): Promise<number> {
  const { rows } = await db.execute<{ estimate: number }>(
    sql`select reltuples as estimate from pg_class where oid = ${getTableName(table)}::regclass`,
  );
  const estimate = Number(rows[0]?.estimate);
  return estimate > COUNTED_MAX ? Math.round(estimate) : db.$count(table);
}
