import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { countLockWaits } from '../../../test/count-lock-waits.ts';
import { testDatabase } from '../../../test/database.ts';
import { concurrently } from '../../../test/requests.ts';
import { lockTable } from '../../../test/table-lock.ts';
import { createLog } from '../log.ts';
import type { Platform } from '../platform.ts';
import {
  type BatchHandler,
  cancel,
  claimDue,
  countFailed,
  type LockingHandler,
  processDue,
  releaseGivenUp,
  schedule,
  scheduleOnce,
} from './due-work.ts';
import { dueWork } from './schema.ts';

// Two app processes share one database.
const database = await testDatabase();
const here = await testApp({}, database);
const there = await testApp({}, database);
const { db } = here.platform;
const logged: string[] = [];
const log = createLog('warn', { write: line => void logged.push(line) });
const platforms: Platform[] = [here, there].map(({ platform }) => ({ ...platform, log }));
const [platform = here.platform] = platforms;

const seconds = (count: number) => new Date(NOON.getTime() + count * 1000);
function setNow(now: Date): void {
  here.setNow(now);
  there.setNow(now);
}

beforeAll(() => db.execute(sql`create table effects (id serial, key text not null, data jsonb)`));
beforeEach(async () => {
  setNow(NOON);
  logged.length = 0;
  await db.delete(dueWork);
  await db.execute(sql`truncate effects`);
});

const effects = async () =>
  (await db.execute<{ key: string }>(sql`select key from effects order by key`)).rows.map(({ key }) => key);
const scheduled = () => db.select().from(dueWork).orderBy(dueWork.key);
const insertEffect = (tx: Pick<typeof db, 'execute'>, key: string, data: object = {}) =>
  tx.execute(sql`insert into effects (key, data) values (${key}, ${JSON.stringify(data)}::jsonb)`);

const batches = (fail?: (key: string) => boolean): BatchHandler => ({
  kind: 'batches',
  size: 5,
  async run(_platform, tx, rows) {
    for (const { key, data } of rows) {
      await insertEffect(tx, key, data);
      if (fail?.(key) === true) throw new Error(`no ${key}`);
    }
  },
});

/** A handler that locks an object, like its canceller, before it claims the row. */
const locking = (afterLock: () => Promise<unknown> = () => Promise.resolve()): LockingHandler => ({
  kind: 'locking',
  async run(_platform, tx, key, claim) {
    await lockObject(tx, key);
    await afterLock();
    const due = await claim();
    if (due !== null) await insertEffect(tx, key, due.data);
  },
});
const lockObject = (tx: Pick<typeof db, 'execute'>, key: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${key}))`);

const handlers = { batches: batches(), locking: locking() };
type Kind = keyof typeof handlers;
const kinds = Object.keys(handlers) as Kind[];
const keys = Array.from({ length: 23 }, (_, index) => `row ${String(index).padStart(2, '0')}`);

it.each(kinds)('%s: does what is due, and leaves what is not', async kind => {
  await schedule(db, kind, { key: 'later', at: seconds(1) }, { key: 'now', at: NOON, data: { size: 2 } });
  await processDue(platform, [handlers[kind]]);
  expect((await db.execute(sql`select key, data from effects`)).rows).toEqual([
    { key: 'now', data: { size: 2 } },
  ]);
  expect(await scheduled()).toMatchObject([{ key: 'later' }]);
  setNow(seconds(1));
  await processDue(platform, [handlers[kind]]);
  expect([await effects(), await scheduled()]).toEqual([['later', 'now'], []]);
});

it.each(kinds)('%s: processes that poll concurrently do each row once', async kind => {
  await schedule(db, kind, ...keys.map(key => ({ key, at: NOON })));
  await concurrently(6, index => processDue(platforms[index % 2] ?? platform, [handlers[kind]]));
  expect([await effects(), await scheduled()]).toEqual([keys, []]);
});

it('executes a single query if nothing is due', async () => {
  await schedule(db, 'batches', { key: 'later', at: seconds(1) });
  const run = vi.fn<(query: string) => void>();
  const counted = new Proxy(db, {
    get(target, name, receiver) {
      if (name === 'execute' || name === 'transaction') run(name);
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  await processDue({ ...platform, db: counted }, Object.values(handlers));
  expect(run.mock.calls).toEqual([['execute']]);
});

it.each(kinds)('%s: a killed process has done nothing, and another does the rest', async kind => {
  await schedule(db, kind, { key: 'row', at: NOON });
  const lock = await lockTable(database.url, 'effects');
  const killed = processDue(platform, [handlers[kind]]).catch((error: unknown) => error);
  await vi.waitFor(async () => expect(await countLockWaits(db)).toBe(1), 20_000);
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  expect(await killed).toBeInstanceOf(Error);
  await lock.release();
  expect(await scheduled()).toMatchObject([{ key: 'row', failures: 0 }]);
  await processDue(there.platform, [handlers[kind]]);
  expect([await effects(), await scheduled()]).toEqual([['row'], []]);
});

it('a cancellation during the work waits for it and cancels nothing', async () => {
  await schedule(db, 'batches', { key: 'row', at: NOON });
  let cancelled: Promise<unknown> = Promise.resolve();
  const slow: BatchHandler = {
    ...batches(),
    async run(_platform, tx, rows) {
      cancelled = cancel(db, 'batches', ['row']);
      await vi.waitFor(async () => expect(await countLockWaits(db)).toBe(1), 20_000);
      for (const { key } of rows) await insertEffect(tx, key);
    },
  };
  await processDue(platform, [slow]);
  expect([await cancelled, await effects()]).toEqual([[], ['row']]);
});

it('a canceller that holds the lock of a locking handler wins, without a deadlock', async () => {
  await schedule(db, 'locking', { key: 'row', at: NOON, data: { before: 'pending' } });
  let poll: Promise<void> = Promise.resolve();
  const cancelled = await db.transaction(async tx => {
    await lockObject(tx, 'row');
    poll = processDue(platform, [handlers.locking]);
    await vi.waitFor(async () => expect(await countLockWaits(db)).toBe(1), 20_000);
    return cancel(tx, 'locking', ['row', 'other']);
  });
  await poll;
  expect(cancelled).toEqual([{ key: 'row', at: NOON, data: { before: 'pending' } }]);
  expect([await effects(), await scheduled()]).toEqual([[], []]);
});

it('work that moves between the query and the claim is left until its new time', async () => {
  await schedule(db, 'locking', { key: 'row', at: NOON });
  await processDue(platform, [locking(() => schedule(db, 'locking', { key: 'row', at: seconds(9) }))]);
  expect([await effects(), await scheduled()]).toMatchObject([[], [{ at: seconds(9) }]]);
});

it('work that moves while it is done is done again at its new time', async () => {
  await schedule(db, 'batches', { key: 'row', at: NOON });
  let moved: Promise<void> = Promise.resolve();
  const slow: BatchHandler = {
    ...batches(),
    async run(_platform, tx, rows) {
      moved = schedule(db, 'batches', { key: 'row', at: seconds(9) });
      await vi.waitFor(async () => expect(await countLockWaits(db)).toBe(1), 20_000);
      for (const { key } of rows) await insertEffect(tx, key);
    },
  };
  await processDue(platform, [slow]);
  await moved;
  expect([await effects(), await scheduled()]).toMatchObject([['row'], [{ at: seconds(9) }]]);
});

it('a handler continues a fan-out at the cursor that it has stored, after a failure too', async () => {
  await schedule(db, 'fan-out', { key: 'news', at: NOON });
  let fails = true;
  const fanOut: BatchHandler = {
    kind: 'fan-out',
    size: 1,
    async run({ clock }, tx, [row]) {
      const { next = 0 } = (row?.data ?? {}) as { next?: number };
      await insertEffect(tx, `reader ${next}`);
      if (next === 2 && fails) throw new Error('no');
      if (next < 3) await schedule(tx, 'fan-out', { key: 'news', at: clock(), data: { next: next + 1 } });
    },
  };
  await processDue(platform, [fanOut]);
  expect(await effects()).toEqual(['reader 0', 'reader 1']);
  fails = false;
  setNow(seconds(30));
  await processDue(platform, [fanOut]);
  expect(await effects()).toEqual(['reader 0', 'reader 1', 'reader 2', 'reader 3']);
});

it('fan-outs take turns, and scheduling them once more leaves their cursors', async () => {
  await scheduleOnce(db, 'fan-out', { key: 'a', at: NOON }, { key: 'b', at: NOON });
  const turns: string[] = [];
  const fanOut: BatchHandler<{ turn?: number }> = {
    kind: 'fan-out',
    size: 1,
    async run({ clock }, tx, rows) {
      for (const { key, data } of rows) {
        turns.push(key);
        setNow(new Date(clock().getTime() + 1));
        const next = (data.turn ?? 0) + 1;
        if (next < 3) await schedule(tx, 'fan-out', { key, at: clock(), data: { turn: next } });
        if (key === 'a') await scheduleOnce(tx, 'fan-out', { key: 'b', at: clock() });
      }
    },
  };
  await processDue(platform, [fanOut]);
  expect(turns).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
});

it('cancels what is not due yet, claims what is due, and returns each', async () => {
  await schedule(db, 'batches', { key: 'a', at: NOON }, { key: 'b', at: seconds(1) }, { key: 'c', at: NOON });
  expect(await cancel(db, 'batches', ['a', 'b'], NOON)).toMatchObject([{ key: 'b' }]);
  const claimed = await db.transaction(tx => claimDue(tx, 'batches', ['a', 'b'], NOON));
  expect([claimed, await scheduled()]).toMatchObject([[{ key: 'a' }], [{ key: 'c' }]]);
});

it('rows that fail are postponed and do not affect the others', async () => {
  await schedule(db, 'batches', ...keys.map(key => ({ key, at: NOON })));
  const odd = batches(key => key === 'row 03' || key === 'row 17');
  await processDue(platform, [odd]);
  expect(await effects()).toEqual(keys.filter(key => key !== 'row 03' && key !== 'row 17'));
  expect(await scheduled()).toMatchObject([
    { key: 'row 03', failures: 1, retryAt: seconds(30) },
    { key: 'row 17' },
  ]);
  expect(await countFailed(db)).toEqual([{ task: 'batches', retried: 2, givenUp: 0 }]);
  expect(logged).toHaveLength(2);
  await processDue(platform, [odd]);
  expect(logged).toHaveLength(2);
  setNow(seconds(30));
  await processDue(platform, [handlers.batches]);
  expect([await effects(), await scheduled()]).toEqual([keys, []]);
});

it('a row that always fails is retried ever later, given up, and retried once by a process that starts', async () => {
  await schedule(db, 'batches', { key: 'row', at: NOON });
  const failing = batches(() => true);
  const state = async () => (await scheduled())[0];
  const waits: number[] = [];
  let now = NOON;
  for (let times = 0; times < 20; times += 1) {
    setNow(now);
    await processDue(platform, [failing]);
    const retryAt = (await state())?.retryAt;
    if (retryAt == null) break;
    waits.push((retryAt.getTime() - now.getTime()) / 1000);
    now = retryAt;
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15_360, 21_600, 21_600, 21_600]);
  expect(await state()).toMatchObject({ at: NOON, failures: 14, retryAt: null });
  expect(await countFailed(db)).toEqual([{ task: 'batches', retried: 0, givenUp: 1 }]);
  setNow(seconds(20 * 86_400));
  await processDue(platform, [failing]);
  expect((await state())?.failures).toBe(14);
  await releaseGivenUp(db, seconds(20 * 86_400));
  await processDue(platform, [failing]);
  expect(await state()).toMatchObject({ failures: 15, retryAt: null });
  await schedule(db, 'batches', { key: 'row', at: NOON });
  await processDue(platform, [handlers.batches]);
  expect([await effects(), await scheduled()]).toEqual([['row'], []]);
});

it('the database that is not available is no failure of a row', async () => {
  await schedule(db, 'batches', { key: 'row', at: NOON });
  const outage = batches();
  const broken: BatchHandler = {
    ...outage,
    run: (_platform, tx) =>
      tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).then(() => undefined),
  };
  await expect(processDue(platform, [broken])).rejects.toThrow();
  expect(await scheduled()).toMatchObject([{ failures: 0 }]);
});
