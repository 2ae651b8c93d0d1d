import { setTimeout as wait } from 'node:timers/promises';
import { type AnyColumn, type SQL, type SQLWrapper, sql, type Table } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import type { Platform } from '../platform.ts';
import { createSemaphore } from '../semaphore.ts';
import { type Batch, createBatches, POLL_INTERVAL_MS } from './polling.ts';
import { deleteFailures, hasPostponed } from './postponed-work.ts';

/** A resource that an attempt occupies, for example its owner. At most `max` concurrent attempts of this process occupy the same one. */
export interface Share {
  readonly name: string;
  readonly max: number;
}

export interface Turn<Found> extends Batch {
  /** Returns true, and occupies the shares, if an attempt may start now in addition to those that this turn has admitted. */
  admits(found: Found): boolean;
  /** Returns the names, without `prefix`, of the full shares that start with it. Rows that need one of them are not to be locked. */
  full(prefix: string): string[];
  /** The last group of the previous turn, after which this turn starts, or null for the first group. `take` sets it to its own last group. */
  cursor: string | null;
}

interface Attempts<Found, Due extends Found, Outcome> {
  /** The task's name for `isNotPostponed`. */
  readonly task: string;
  keyOf(due: Due): string;
  sharesOf(found: Found): readonly Share[];
  /**
   * Locks due rows, round-robin by group, calls `taking` with their keys, and postpones those that it takes, so that they become due again if
   * this process is killed. `found` counts the rows that are no longer due.
   */
  take(tx: Transaction, turn: Turn<Found>): Promise<{ taken: readonly Due[]; found: number }>;
  send(due: Due): Promise<Outcome>;
  /** The outcome of an attempt that fails by an unexpected error. */
  readonly fault: Outcome;
  store(tx: Transaction, due: Due, outcome: Outcome): Promise<void>;
}

/** The maximum number of concurrent attempts of one task in a process. */
const SLOTS = 40;
/** The maximum number of connections that store outcomes, so that connections are left for requests. */
const STORING = 4;

/**
 * Sends due rows of an outbox to other servers, until no rows are left or `signal` aborts. Each attempt occupies one of `SLOTS`; a free slot
 * takes the next due row at once, so that slow servers do not delay other rows. No transaction is open during a request: one transaction
 * takes rows, and others store the outcomes. Any number of processes may run it, each with its own slots and shares: one process takes a
 * row, and another takes it again only if the first fails or is killed. An unexpected error counts as a failed attempt of its row alone.
 */
export async function makeAttempts<Found, Due extends Found, Outcome>(
  platform: Platform,
  { task, keyOf, sharesOf, take, send, fault, store }: Attempts<Found, Due, Outcome>,
  signal?: AbortSignal,
): Promise<void> {
  const { db, log } = platform;
  const batches = createBatches(platform, { task, size: SLOTS, endsLater: true });
  let hasFailures = await hasPostponed(db, task);
  const storing = createSemaphore(STORING, Number.POSITIVE_INFINITY);
  const inFlight = new Set<Promise<void>>();
  const used = new Map<string, number>();
  const maxima = new Map<string, number>();
  let cursor: string | null = null;
  let ended = 0;

  function occupy(counts: Map<string, number>, found: Found, change: 1 | -1): void {
    for (const { name, max } of sharesOf(found)) {
      maxima.set(name, max);
      const count = (counts.get(name) ?? 0) + change;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    }
  }

  function turnOf(batch: Batch): Turn<Found> {
    const counts = new Map(used);
    return {
      ...batch,
      cursor,
      admits(found) {
        const hasRoom = sharesOf(found).every(({ name, max }) => (counts.get(name) ?? 0) < max);
        if (hasRoom) occupy(counts, found, 1);
        return hasRoom;
      },
      full: prefix =>
        [...used].flatMap(([name, count]) =>
          name.startsWith(prefix) && count >= (maxima.get(name) ?? 0) ? name.slice(prefix.length) : [],
        ),
    };
  }

  async function attempt(due: Due): Promise<void> {
    const outcome = await send(due).catch(error => {
      log.warn({ err: error, task }, 'An attempt failed unexpectedly');
      return fault;
    });
    try {
      await storing.run(() =>
        db.transaction(async tx => {
          await store(tx, due, outcome);
          if (hasFailures) await deleteFailures(tx, task, [keyOf(due)]);
        }),
      );
    } catch (error) {
      // The row becomes due again later, as if this process had been killed.
      hasFailures = true;
      await batches.postpone(keyOf(due), error);
    }
  }

  function start(due: Due): void {
    occupy(used, due, 1);
    const running = attempt(due)
      .catch(error => log.warn({ err: error, task }, 'The outcome of an attempt was not stored'))
      .finally(() => {
        occupy(used, due, -1);
        inFlight.delete(running);
        ended += 1;
      });
    inFlight.add(running);
  }

  async function takeTurn(): Promise<boolean> {
    let taken: readonly Due[] = [];
    let last = cursor;
    const hasMore = await batches.next(async (tx, batch) => {
      const turn = turnOf(batch);
      const result = await take(tx, turn);
      [taken, last] = [result.taken, turn.cursor];
      return result.found > 0;
    }, SLOTS - inFlight.size);
    cursor = last;
    for (const due of taken) start(due);
    return hasMore;
  }

  try {
    while (signal?.aborted !== true) {
      const before = ended;
      if (inFlight.size < SLOTS && (await takeTurn())) continue;
      // An attempt ended during the turn and released its shares, so another turn may find rows.
      if (ended !== before) continue;
      if (inFlight.size === 0) return;
      // The wait ends after the polling interval too, so that rows that become due do not wait for slow servers.
      await waitForOne(inFlight, signal);
    }
  } finally {
    await Promise.all(inFlight);
  }
}

async function waitForOne(running: Iterable<Promise<void>>, signal?: AbortSignal): Promise<void> {
  const done = new AbortController();
  const signals = signal === undefined ? done.signal : AbortSignal.any([done.signal, signal]);
  const timeout = wait(POLL_INTERVAL_MS, undefined, { signal: signals, ref: false }).catch(() => undefined);
  await Promise.race([...running, timeout]);
  done.abort();
}

/**
 * Selects the ids of the groups that have due rows, in their order, after the group `after` or, if it is null, from the first. `isDue` must
 * exclude postponed rows; otherwise groups with nothing else would displace others. The query skips from group to group by an index of
 * `column` (a loose index scan), so a group with thousands of rows costs no more than a group with one.
 */
export const groupsWithDue = (table: Table, column: AnyColumn, isDue: SQL, after: string | null): SQL => sql`
  with recursive walk (id) as (
    (select ${column} from ${table} where ${isDue} and ${after === null ? sql`true` : sql`${column} > ${after}::uuid`} order by ${column} limit 1)
    union all
    select next.id from walk cross join lateral (
      select ${column} as id from ${table} where ${isDue} and ${column} > walk.id order by ${column} limit 1
    ) as next
  ) select id from walk`;

/** Condition: the value is none of `values`, the names of full shares. */
export const isNoneOf = (value: SQLWrapper, values: readonly string[]): SQL =>
  sql`(${value})::text <> all(${sql.param(values)}::text[])`;

/** Returns the turn's last group, or null if the turn has reached the end, so that the next turn starts with the first group. */
export const cursorAfter = (groups: readonly string[], limit: number): string | null =>
  groups.length < limit
    ? null
    : groups.reduce<string | null>((last, id) => (last === null || id > last ? id : last), null);
