import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../database/connection.ts';
import { inLockedRows } from '../database/queries.ts';
import { createFailedRows, isOutage, nextRetry } from '../jobs/failed-rows.ts';
import type { Platform } from '../platform.ts';
import { dueWork } from './schema.ts';

/** A row of due work. `data` is what the caller of `schedule` passed. */
export interface Due<Data = object> {
  readonly key: string;
  readonly at: Date;
  readonly data: Data;
}

/** Handles due rows in batches. The transaction has claimed the rows; rows that other processes have locked are skipped. */
export interface BatchHandler<Data = object> {
  readonly kind: string;
  /** The maximum number of rows in one transaction. */
  readonly size: number;
  /** Condition on a due row: it is handled now. Other due rows wait for a change of other tables. */
  isReady?(platform: Platform): SQL;
  run(platform: Platform, tx: Transaction, rows: readonly Due<Data>[]): Promise<void>;
}

/**
 * Handles each due row in a transaction of its own. `run` first locks what it changes, in the order of every other transaction, and then
 * calls `claim`. A request that holds such a lock may therefore cancel the row without a deadlock.
 */
export interface LockingHandler<Data = object> {
  readonly kind: string;
  run(platform: Platform, tx: Transaction, key: string, claim: Claim<Data>): Promise<void>;
}

/** Claims the row. Returns null if it was cancelled or moved, or if another process has completed it. `Data` is what was scheduled. */
export type Claim<Data = object> = () => Promise<Due<Data> | null>;

/** The handler of a kind of due work. It may call `schedule` for the same key, for example to continue a fan-out at a cursor. */
export type DueHandler = BatchHandler | LockingHandler;

/** Schedules work, in the caller's transaction. Work that is scheduled already moves to the new time, with the new data. */
export async function schedule(
  tx: Executor,
  kind: string,
  ...rows: readonly { readonly key: string; readonly at: Date; readonly data?: object }[]
): Promise<void> {
  if (rows.length === 0) return;
  const { data, at } = dueWork;
  await tx
    .insert(dueWork)
    .values(rows.map(row => ({ kind, ...row })))
    .onConflictDoUpdate({
      target: [dueWork.kind, dueWork.key],
      set: { data: excluded(data), at: excluded(at), failures: 0, retryAt: null },
    });
}

/** Schedules work unless it is scheduled already, so that a fan-out keeps its cursor. */
export async function scheduleOnce(
  tx: Executor,
  kind: string,
  ...rows: readonly { readonly key: string; readonly at: Date; readonly data?: object }[]
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(dueWork)
    .values(rows.map(row => ({ kind, ...row })))
    .onConflictDoNothing();
}

const excluded = ({ name }: { readonly name: string }): SQL => sql`excluded.${sql.identifier(name)}`;

/**
 * Cancels work, in the caller's transaction, and returns what it has cancelled: other work has been done, or never was scheduled. With
 * `now`, leaves work that is due.
 */
export async function cancel<Data = object>(
  tx: Executor,
  kind: string,
  keys: readonly string[],
  now?: Date,
): Promise<Due<Data>[]> {
  if (keys.length === 0) return [];
  return remove(tx, and(isOne(kind, keys), now && gt(dueWork.at, now)));
}

/** Claims further due rows of a kind in a handler, for example of the same series. Skips rows that other processes have locked. */
export const claimDue = <Data = object>(
  tx: Transaction,
  kind: string,
  keys: readonly string[],
  now: Date,
): Promise<Due<Data>[]> =>
  keys.length === 0
    ? Promise.resolve([])
    : claimLocked(tx, kind, and(isOne(kind, keys), lte(dueWork.at, now)));

/** The latest time of work that is not due yet, or null if there is none. */
export async function findLatest(
  tx: Executor,
  kind: string,
  keys: readonly string[],
  now: Date,
): Promise<Date | null> {
  if (keys.length === 0) return null;
  const [row] = await tx
    .select({ at: sql<Date | null>`max(${dueWork.at})`.mapWith(dueWork.at) })
    .from(dueWork)
    .where(and(isOne(kind, keys), gt(dueWork.at, now)));
  return row?.at ?? null;
}

/** Whether any of this work is scheduled, also if another process has claimed it and not completed it. Ignores failed work. */
export const isScheduled = async (tx: Executor, kind: string, keys: readonly string[]): Promise<boolean> =>
  keys.length > 0 && (await tx.$count(dueWork, and(isOne(kind, keys), eq(dueWork.failures, 0)))) > 0;

async function remove<Data>(tx: Executor, condition: SQL | undefined): Promise<Due<Data>[]> {
  const { key, at, data } = dueWork;
  return (await tx.delete(dueWork).where(condition).returning({ key, at, data })) as Due<Data>[];
}

const isOne = (kind: string, keys: readonly string[]): SQL | undefined =>
  and(eq(dueWork.kind, kind), inArray(dueWork.key, [...keys]));

/** Condition: the row is due and ready, and is not postponed after a failure. */
function isDue(platform: Platform, handler: DueHandler): SQL | undefined {
  const now = platform.clock();
  return and(
    eq(dueWork.kind, handler.kind),
    lte(dueWork.at, now),
    or(eq(dueWork.failures, 0), lte(dueWork.retryAt, now)),
    'isReady' in handler ? handler.isReady?.(platform) : undefined,
  );
}

/** The number of rows of a locking handler that one query finds. */
const PAGE = 50;

/**
 * Does the due work of these handlers, in their order, until none is left or `signal` aborts. Executes a single query if nothing is due.
 * Claim and effect are one transaction, so that concurrent or killed processes do each row once. A row that fails is postponed and does
 * not affect the others. Throws if the database is unavailable.
 */
export async function processDue(
  platform: Platform,
  handlers: readonly DueHandler[],
  signal?: AbortSignal,
): Promise<void> {
  const due = await kindsWithDue(platform, handlers);
  for (const handler of handlers) {
    if (!due.has(handler.kind)) continue;
    const failures = createFailures(platform, handler.kind);
    const next = () =>
      'size' in handler
        ? runBatch(platform, handler, failures)
        : runPage(platform, handler, failures, signal);
    while (signal?.aborted !== true && (await next()));
  }
}

async function kindsWithDue(
  platform: Platform,
  handlers: readonly DueHandler[],
): Promise<ReadonlySet<string>> {
  const { db } = platform;
  const checks = handlers.map(
    handler =>
      sql`select ${handler.kind} as kind
        where exists ${db.select({ key: dueWork.key }).from(dueWork).where(isDue(platform, handler))}`,
  );
  const { rows } = await db.execute<{ kind: string }>(sql.join(checks, sql` union all `));
  return new Set(rows.map(({ kind }) => kind));
}

interface Failures {
  /** Postpones a row and logs its failure. Throws the error if the row has failed in this poll before. */
  add(key: string, error: unknown): Promise<void>;
}

/** Claims and handles one batch. If it fails, handles its rows one by one. Returns true if more rows may be due. */
async function runBatch(platform: Platform, handler: BatchHandler, failures: Failures): Promise<boolean> {
  const { size } = handler;
  let keys: readonly string[] = [];
  const attempt = (limit: number, key?: string) =>
    platform.db.transaction(async tx => {
      const isNext = and(isDue(platform, handler), key === undefined ? undefined : eq(dueWork.key, key));
      const rows = await claimLocked<object>(tx, handler.kind, isNext, limit);
      rows.sort((one, other) => one.at.getTime() - other.at.getTime());
      keys = rows.map(row => row.key);
      if (rows.length > 0) await handler.run(platform, tx, rows);
      return rows.length === limit;
    });
  try {
    return await attempt(size);
  } catch (error) {
    const taken = keys;
    if (taken.length === 0 || isOutage(error)) throw error;
    for (const key of taken) await attempt(1, key).catch(cause => failures.add(key, cause));
    return true;
  }
}

function claimLocked<Data>(
  tx: Transaction,
  kind: string,
  condition: SQL | undefined,
  limit?: number,
): Promise<Due<Data>[]> {
  const due = tx
    .select({ key: dueWork.key })
    .from(dueWork)
    .where(condition)
    .orderBy(asc(dueWork.at))
    .$dynamic();
  const locked = (limit === undefined ? due : due.limit(limit)).for('update', { skipLocked: true });
  return remove(tx, and(eq(dueWork.kind, kind), inLockedRows(dueWork.key, locked)));
}

/** Handles a page of due rows, each in its own transaction. Returns true if more rows may be due. */
async function runPage(
  platform: Platform,
  handler: LockingHandler,
  failures: Failures,
  signal?: AbortSignal,
): Promise<boolean> {
  const { db } = platform;
  const found = await db
    .select({ key: dueWork.key })
    .from(dueWork)
    .where(isDue(platform, handler))
    .orderBy(asc(dueWork.at))
    .limit(PAGE);
  let claimed = 0;
  for (const { key } of found) {
    if (signal?.aborted === true) return false;
    await db
      .transaction(tx =>
        handler.run(platform, tx, key, async () => {
          const [due] = await remove<object>(tx, and(isDue(platform, handler), eq(dueWork.key, key)));
          if (due !== undefined) claimed += 1;
          return due ?? null;
        }),
      )
      .catch(error => failures.add(key, error));
  }
  // Rows that this process did not claim are another's; without this condition it would query them in a hot loop.
  return found.length === PAGE && claimed > 0;
}

function createFailures({ db, clock, log }: Platform, kind: string): Failures {
  const failed = createFailedRows(log, kind);
  return {
    async add(key, error) {
      // A row that fails twice was not postponed; rethrowing prevents a hot loop.
      if (isOutage(error) || failed.has(key)) throw error;
      failed.add(key, error, await postpone(db, kind, key, clock()));
    },
  };
}

/** Counts a failure of a row, unless it has been cancelled since. */
async function postpone(db: Executor, kind: string, key: string, now: Date) {
  const { failures, retryAt } = dueWork;
  const [row] = await db
    .update(dueWork)
    .set({ failures: sql`${failures} + 1`, retryAt: nextRetry(failures, now) })
    .where(and(eq(dueWork.kind, kind), eq(dueWork.key, key)))
    .returning({ failures, retryAt });
  return row;
}

/** Makes rows that were given up due for one more attempt. Every process does this at start, since a new release may have fixed the fault. */
export async function releaseGivenUp(db: Executor, now: Date): Promise<void> {
  await db
    .update(dueWork)
    .set({ retryAt: now })
    .where(and(gt(dueWork.failures, 0), isNull(dueWork.retryAt)));
}

/** Counts the failed rows of each kind: those that are retried, and those that are given up. */
export const countFailed = (db: Executor): Promise<{ task: string; retried: number; givenUp: number }[]> =>
  db
    .select({
      task: dueWork.kind,
      retried: sql<number>`count(${dueWork.retryAt})::int`,
      givenUp: sql<number>`(count(*) - count(${dueWork.retryAt}))::int`,
    })
    .from(dueWork)
    .where(gt(dueWork.failures, 0))
    .groupBy(dueWork.kind)
    .orderBy(dueWork.kind);
