import { describe, expect, it, vi } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, aVisit } from '../../../test/factories.ts';
import { createLog } from '../log.ts';
import { createJobs } from './jobs.ts';
import { lastDue } from './missed-runs.ts';

const database = await testDatabase();
const { db, pool } = database.connection;
const [first, second, third] = [
  await testApp({}, database),
  await testApp({}, database),
  await testApp({}, database),
];

const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

it.each([
  ['47 8 * * *', '2026-11-21T08:46:59.000Z', '2026-11-20T08:47:00.000Z'],
  ['47 8 * * *', '2026-11-21T08:47:00.000Z', '2026-11-21T08:47:00.000Z'],
  ['47 8 * * *', '2026-11-21T23:00:00.000Z', '2026-11-21T08:47:00.000Z'],
  ['17 * * * *', '2026-11-21T00:05:00.000Z', '2026-11-20T23:17:00.000Z'],
  ['*/15 * * * *', '2026-11-21T10:44:00.000Z', '2026-11-21T10:30:00.000Z'],
])('%s was due before %s at %s', (cron, now, due) => {
  expect(lastDue(cron, new Date(now)).toISOString()).toBe(due);
});

it('a schedule with days is rejected', () => {
  const jobs = createJobs({ databaseUrl: database.url, log: createLog('silent') });
  expect(() => jobs.every('weekly', '0 3 * * 1', async () => undefined)).toThrow(
    'more than minutes and hours',
  );
});

describe('every schedule of the product', () => {
  const runs = async () => {
    const { rows } = await pool.query<{ name: string; states: string[] }>(
      `select schedule.name, coalesce(array_agg(job.state::text) filter (where job.id is not null), '{}') as states
       from pgboss.schedule left join pgboss.job on job.name = schedule.name group by schedule.name order by schedule.name`,
    );
    return Object.fromEntries(rows.map(({ name, states }) => [name, states]));
  };
  const eachCompleted = (all: Awaited<ReturnType<typeof runs>>, times: number) =>
    Object.fromEntries(Object.keys(all).map(name => [name, Array(times).fill('completed')]));
  const shift = (interval: string) =>
    pool.query(
      `update pgboss.job set created_on = created_on - $1::interval, started_on = started_on - $1::interval,
         completed_on = completed_on - $1::interval where name in (select name from pgboss.schedule)`,
      [interval],
    );
  /** A visitor whose data is to be erased. */
  async function expired() {
    const ended = new Date(NOON.getTime() - 200 * 24 * 3_600_000);
    const { id: activityId } = await anActivity(db, { date: ended });
    return (await aVisit(db, { activityId })).attendance.id;
  }
  const nameOf = async (id: string) =>
    (await pool.query('select name from attendances where id = $1', [id])).rows[0]?.name;

  it('runs at the start if its time passed without a run, once by several processes', async () => {
    const visitor = await expired();
    await first.platform.jobs.start();
    const all = await runs();
    expect(Object.keys(all)).toEqual(
      expect.arrayContaining(['visitor-retention', 'answer-sweep', 'mail-sweep']),
    );
    await waitFor(async () => expect(await runs()).toEqual(eachCompleted(all, 1)));
    expect(await nameOf(visitor)).toBeNull();

    await shift('24 hours 5 minutes');
    const other = await expired();
    await Promise.all([second.platform.jobs.start(), third.platform.jobs.start()]);
    await waitFor(async () => expect(await runs()).toEqual(eachCompleted(all, 2)));
    expect(await nameOf(other)).toBeNull();
  }, 60_000);
});

describe('a scheduled run', () => {
  const schedule = (handler: (signal: AbortSignal) => Promise<void>) => {
    const jobs = createJobs({ databaseUrl: database.url, log: createLog('silent') });
    jobs.every('cut-off', '0 3 * * *', (_data, signal) => handler(signal));
    return jobs;
  };
  const states = async () =>
    (
      await pool.query(`select state::text from pgboss.job where name = 'cut-off' order by created_on`)
    ).rows.map(({ state }) => state);

  it('that a shutdown cuts off is repeated by the next process, and one that is complete is not', async () => {
    const started = Promise.withResolvers<void>();
    const stopped = schedule(signal => {
      started.resolve();
      return new Promise(resolve => signal.addEventListener('abort', () => resolve()));
    });
    await stopped.start();
    await started.promise;
    await stopped.stop();
    expect(await states()).toEqual(['retry']);
    // Without its first delay, after which the next poll is half a minute away.
    await pool.query(`update pgboss.job set start_after = now() where name = 'cut-off'`);
    for (let times = 0; times < 2; times += 1) {
      const next = schedule(async () => undefined);
      await next.start();
      await waitFor(async () => expect(await states()).toEqual(['completed']));
      await next.stop();
    }
  }, 60_000);
});
