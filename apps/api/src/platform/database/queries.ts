import { createHash } from 'node:crypto';
import type { WeekCount } from '@minga/contract/administration/week-count';
import {
  type AnyColumn,
  and,
  getTableColumns,
  getTableName,
  gte,
  SQL,
  type SQLWrapper,
  sql,
  TransactionRollbackError,
} from 'drizzle-orm';
import { type PgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core';
import type { QueryResult, QueryResultRow } from 'pg';
import type { Week } from '../local-time.ts';
import type { Database, Executor, Transaction } from './connection.ts';
import { compileMapping } from './row-mapper.ts';

/**
 * Caches the prepared statement that `build` returns, for each database and each shape: the values on which the statement's text depends.
 * Building the text of a search takes 0.3 to 0.5 ms of the process.
 */
export function preparedQuery<Query, Shape extends readonly unknown[]>(
  build: (db: Executor, ...shape: Shape) => Query,
): (db: Executor, ...shape: Shape) => Query {
  const cache = new WeakMap<Executor, Map<string, Query>>();
  return (db, ...shape) => {
    const built = cache.get(db) ?? new Map<string, Query>();
    cache.set(db, built);
    const key = JSON.stringify(shape);
    const query = built.get(key) ?? compileMapping(build(db, ...shape));
    built.set(key, query);
    return query;
  };
}

type Rows<Table extends PgTable> = readonly Table['$inferInsert'][];

/**
 * Returns a function that inserts rows of `table` with a prepared statement, in which all rows are one parameter, and returns what the
 * statement selects. `complete` extends the `insert`. A `values` list of 20 rows has hundreds of parameters: its text and its plan take
 * longer than the insert (docs/decisions/0110-rows-as-one-parameter.md).
 */
export function preparedInsert<Table extends PgTable, Result extends QueryResultRow>(
  table: Table,
  complete: (insert: SQL) => SQL = insert => insert,
): (db: Executor, rows: Rows<Table>) => Promise<Result[]> {
  const columns = Object.entries<PgColumn>(getTableColumns(table));
  const names = columns.map(([, { name }]) => `"${name}"`).join(', ');
  const types = columns.map(([, column]) => `"${column.name}" ${column.getSQLType()}`).join(', ');
  const insert = sql.raw(
    `insert into "${getTableName(table)}" (${names}) select ${names} from json_to_recordset($1) as given (${types})`,
  );
  const { sql: text } = new PgDialect().sqlToQuery(sql`${complete(insert)}`.inlineParams());
  const statement = `insert ${getTableName(table)} ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  const jsonOf = (row: Record<string, unknown>) =>
    Object.fromEntries(columns.map(([key, column]) => [column.name, jsonValueOf(column, row[key])]));
  return async (db, rows) => {
    if (rows.length === 0) return [];
    const query = { sql: text, params: [JSON.stringify(rows.map(jsonOf))] };
    const inserted = await db._.session.prepareQuery(query, undefined, statement, false).execute();
    return (inserted as QueryResult<Result>).rows;
  };
}

/** Returns the value of a column in JSON, in the form that PostgreSQL reads into the column's type. */
function jsonValueOf(column: PgColumn, given: unknown): unknown {
  const value = given === undefined ? (column.defaultFn?.() ?? column.default ?? null) : given;
  if (value instanceof SQL) throw new Error(`${column.name} needs a value, since SQL is none`);
  if (value === null || column.dataType === 'json') return value;
  const written = column.mapToDriverValue(value);
  if (Buffer.isBuffer(written)) return `\\x${written.toString('hex')}`;
  return typeof written === 'string' ? written.toWellFormed() : written;
}

/** The number of rows up to which they are counted; above it, PostgreSQL's estimate is used. */
const COUNTED_MAX = 50_000;

/** Returns the number of rows of a table, or PostgreSQL's estimate of a very large one. */
export async function estimateRows(db: Database, table: PgTable): Promise<number> {
  const { rows } = await db.execute<{ estimate: number }>(
    sql`select reltuples as estimate from pg_class where oid = ${getTableName(table)}::regclass`,
  );
  const estimate = Number(rows[0]?.estimate);
  return estimate > COUNTED_MAX ? Math.round(estimate) : db.$count(table);
}

/** The part of a list to return, in rows. */
export interface Paging {
  readonly limit: number;
  readonly offset: number;
}

/** Returns a page with the number of all rows, which are counted only if the page is not the whole list. */
export async function withTotal<Row>(
  rows: Row[],
  { limit, offset }: Paging,
  count: () => PromiseLike<number>,
): Promise<{ rows: Row[]; total: number }> {
  const isWhole = offset === 0 && rows.length < limit;
  return { rows, total: isWhole ? rows.length : await count() };
}

/**
 * Returns the distinct words of a search term. They consist of lower-case letters and digits, without accents, marks and signs, by the same
 * rule as the index of stored texts (`public.searchable`, docs/decisions/0061-words-of-searches.md).
 */
export async function searchedWords(db: Executor, typed: string): Promise<string[]> {
  if (typed === '') return [];
  const { rows } = await db.execute<{ words: string }>(sql`select public.query_words(${typed}) as words`);
  return [...new Set(rows[0]?.words.split(' '))].filter(word => word !== '');
}

/** Counts the rows of `table` by the week of their time in `column`. A week without rows has the count 0. */
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

/** Runs the step and rolls it back if `isWanted` is false, so that both cases take the same time. */
export async function discardUnless(
  isWanted: boolean,
  tx: Transaction,
  run: (step: Transaction) => Promise<unknown>,
): Promise<void> {
  try {
    await tx.transaction(async step => {
      await run(step);
      if (!isWanted) step.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
}

/**
 * Condition: the row is one of those that `locking` selects and locks. PostgreSQL evaluates the array once, before the
 * statement; it may evaluate `in (select … limit … for update)` again for each row and then lock more rows than the
 * limit.
 */
export const inLockedRows = (column: AnyColumn, locking: SQLWrapper): SQL =>
  sql`${column} = any(array(${locking.getSQL()}))`;
