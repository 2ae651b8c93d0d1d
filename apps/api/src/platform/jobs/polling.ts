import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connection.ts';
import type { Logger } from '../log.ts';
import { createFailedRows, isOutage } from './failed-rows.ts';
import { deleteFailures, insertFailure } from './postponed-work.ts';

/** Processes due work; stops early when `signal` aborts. Several processes may run a task concurrently. */
export type PollTask = (signal: AbortSignal) => Promise<void>;

export interface Poller {
  start(): void;
  /** Aborts the running task and waits for it. */
  stop(): Promise<void>;
}

/** The interval between polls, which is short since cron schedules have a resolution of one minute. */
export const POLL_INTERVAL_MS = 5_000;

/** Runs the tasks one after the other at an interval. A task that fails runs again at the next interval. */
export function createPoller(tasks: Readonly<Record<string, PollTask>>, { log }: { log: Logger }): Poller {
  const shutdown = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();

  async function runTasks(): Promise<void> {
    for (const [name, task] of Object.entries(tasks)) {
      if (shutdown.signal.aborted) return;
      await task(shutdown.signal).catch(error =>
        log.warn({ err: error, task: name }, 'A polling task failed'),
      );
    }
  }

  function poll(): void {
    current = runTasks().then(() => {
      if (!shutdown.signal.aborted) timer = setTimeout(poll, POLL_INTERVAL_MS).unref();
    });
  }

  return {
    start: poll,
    async stop() {
      shutdown.abort();
      clearTimeout(timer);
      await current;
    },
  };
}

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface Batch {
  /** The maximum number of rows to take. */
  readonly limit: number;
  /** The step calls it with the keys of the rows that it has taken, before it processes them. */
  taking(keys: readonly string[]): void;
}

/**
 * Takes due rows of a task and processes them in the transaction. Skips rows that other processes have locked, and rows that
 * `isNotPostponed` excludes. Returns true if more rows may be due.
 */
export type BatchStep = (tx: Transaction, batch: Batch) => Promise<boolean>;

interface Work {
  /** The task's name for `isNotPostponed`. */
  readonly task: string;
  /** The maximum number of rows in one transaction. */
  readonly size: number;
  /** Whether rows may still fail after their batch has succeeded, so that the batch does not delete their earlier failures. */
  readonly endsLater?: boolean;
  /** The key of the object to which all rows belong. It is postponed if a step fails before it takes any rows. */
  readonly within?: string;
}

/**
 * Processes due rows in batches, each in a transaction of its own, until no rows are left or `signal` aborts. If a batch fails, its rows
 * are processed one by one: the row that fails is postponed, logged and counted, and does not affect the others. Throws if the database is
 * unavailable, or if a step fails before it has taken a row.
 */
export async function processBatches(
  parts: Parts,
  work: Work,
  step: BatchStep,
  signal?: AbortSignal,
): Promise<void> {
  const batches = createBatches(parts, work);
  while (signal?.aborted !== true && (await batches.next(step)));
}

/** Processes due rows, each in its own transaction, until `signal` aborts. A row that fails is postponed and does not affect the others. */
export async function processEach<Row>(
  parts: Parts,
  task: string,
  due: readonly (readonly [key: string, row: Row])[],
  process: (tx: Transaction, row: Row) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  for (const [key, row] of due) {
    if (signal?.aborted === true) return;
    await createBatches(parts, { task, size: 1, within: key }).next(async tx => {
      await process(tx, row);
      return false;
    });
  }
}

export interface Batches {
  /** Processes one batch of at most `limit` rows, by default the whole size. Returns true if more rows may be due. */
  next(step: BatchStep, limit?: number): Promise<boolean>;
  /** Postpones a row that failed after its batch. */
  postpone(key: string, error: unknown): Promise<void>;
}

/** The batches of one poll. */
export function createBatches(parts: Parts, { task, size, endsLater = false, within }: Work): Batches {
  const failed = createFailedRows(parts.log, task);
  // The number of rows of a failed batch that are still to be processed one by one.
  let alone = 0;

  async function postpone(key: string, error: unknown): Promise<void> {
    const { db, clock } = parts;
    failed.add(key, error, await insertFailure(db, task, key, clock()));
  }

  async function next(step: BatchStep, most = size): Promise<boolean> {
    let keys: readonly string[] = within === undefined ? [] : [within];
    const limit = alone > 0 ? 1 : most;
    const taking = (taken: readonly string[]): void => {
      keys = taken;
    };
    try {
      const hasMore = await parts.db.transaction(async tx => {
        const result = await step(tx, { limit, taking });
        if (!endsLater) await deleteFailures(tx, task, keys);
        return result;
      });
      alone = Math.max(0, alone - 1);
      return hasMore;
    } catch (error) {
      const [key] = keys;
      if (key === undefined || isOutage(error)) throw error;
      if (keys.length > 1 && limit > 1) {
        alone = keys.length;
        return true;
      }
      // The step has taken a postponed row again, in spite of `isNotPostponed`; rethrowing prevents a hot loop.
      if (failed.has(key)) throw error;
      await postpone(key, error);
      alone = Math.max(0, alone - 1);
      return key !== within;
    }
  }

  return { next, postpone };
}
