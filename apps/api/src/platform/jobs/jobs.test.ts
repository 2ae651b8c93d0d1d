import { PgBoss } from 'pg-boss';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, aVisit } from '../../../test/factories.ts';
import { startTcpProxy } from '../../../test/tcp-proxy.ts';
import { createLog } from '../log.ts';
import { DEAD_LETTERS } from './dead-letters.ts';
import { createJobs, type Jobs, lastDue, PermanentJobError } from './jobs.ts';

describe('jobs', async () => {
  const { connection, url } = await testDatabase();
  const { db, pool } = connection;
  const log = createLog('silent');
  const waitFor = (check: () => void | Promise<void>, timeout = 20_000) =>
    vi.waitFor(check, { timeout, interval: 25 });

  let running: Jobs[] = [];
  function createProcess(): Jobs {
    const jobs = createJobs({ databaseUrl: url, log, pollSeconds: 0.5 });
    running.push(jobs);
    return jobs;
  }
  const states = async (queue: string) =>
    (await pool.query('select state from pgboss.job where name = $1 order by created_on', [queue])).rows.map(
      row => row.state,
    );

  afterEach(async () => {
    await Promise.all(running.map(jobs => jobs.stop()));
    running = [];
  });

  describe('starting', () => {
    it('succeeds for several processes concurrently on an empty database', async () => {
      const done: unknown[] = [];
      const processes = Array.from({ length: 4 }, createProcess);
      for (const jobs of processes) {
        jobs.work('first', async data => void done.push(data));
        jobs.every('nightly', '0 3 * * *', async () => undefined);
      }
      await Promise.all(processes.map(jobs => jobs.start()));
      await processes[0]?.send(db, 'first', { number: 1 });
      await waitFor(() => expect(done).toEqual([{ number: 1 }]));
    });

    it('throws on each attempt while the database is unavailable', async () => {
      const nowhere = createJobs({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none', log });
      nowhere.work('never', async () => undefined);
      await expect(nowhere.start()).rejects.toThrow('ECONNREFUSED');
      await expect(nowhere.start()).rejects.toThrow('ECONNREFUSED');
      await nowhere.stop();
    });

    it('rejects a queue without a handler, and one registered after the start', async () => {
      const jobs = createProcess();
      await expect(jobs.send(db, 'unknown', {})).rejects.toThrow('Queue unknown has no handler');
      await jobs.start();
      expect(() => jobs.work('late', async () => undefined)).toThrow('too late');
    });

    it('updates the options of a queue that an earlier release created', async () => {
      for (const retryLimit of [3, 7]) {
        const jobs = createProcess();
        jobs.work('changing', async () => undefined, { retryLimit });
        await jobs.start();
        const { rows } = await pool.query(`select retry_limit from pgboss.queue where name = 'changing'`);
        expect(rows).toEqual([{ retry_limit: retryLimit }]);
      }
    });
  });

  describe('sending', () => {
    it('is part of the transaction', async () => {
      const done: unknown[] = [];
      const jobs = createProcess();
      jobs.work('transactional', async data => void done.push(data));
      await jobs.start();
      const rolledBack = db.transaction(async tx => {
        await jobs.send(tx, 'transactional', { number: 1 });
        throw new Error('rolled back');
      });
      await expect(rolledBack).rejects.toThrow('rolled back');
      await db.transaction(tx => jobs.send(tx, 'transactional', { number: 2 }));
      await waitFor(() => expect(done).toEqual([{ number: 2 }]));
    });

    it('needs no worker in the same process', async () => {
      const sender = createProcess();
      sender.work('elsewhere', async () => undefined);
      await sender.send(db, 'elsewhere', {});
      expect(await states('elsewhere')).toEqual(['created']);
    });
  });

  describe('a job', () => {
    it('is retried after a failure, without repeating the other jobs of its batch', async () => {
      const attempts: Record<string, number> = {};
      const jobs = createProcess();
      jobs.work(
        'batch',
        async data => {
          const { name } = data as { name: string };
          attempts[name] = (attempts[name] ?? 0) + 1;
          if (name === 'flaky' && attempts[name] < 2) throw new Error('not yet');
        },
        { concurrency: 5 },
      );
      for (const name of ['flaky', 'steady', 'other']) await jobs.send(db, 'batch', { name });
      await jobs.start();
      await waitFor(async () => expect(await states('batch')).toEqual(Array(3).fill('completed')));
      expect(attempts).toEqual({ flaky: 2, steady: 1, other: 1 });
    });

    it('that takes long delays no other of its queue', async () => {
      const slow = Promise.withResolvers<void>();
      const done: unknown[] = [];
      const jobs = createProcess();
      jobs.work(
        'uneven',
        async data => {
          const { number } = data as { number: number };
          if (number === 0) await slow.promise;
          done.push(number);
        },
        { concurrency: 5 },
      );
      const numbers = Array.from({ length: 12 }, (_, number) => ({ number }));
      await jobs.send(db, 'uneven', ...numbers);
      await jobs.start();
      await waitFor(() => expect(done).toHaveLength(11));
      slow.resolve();
      await waitFor(async () => expect(await states('uneven')).toEqual(Array(12).fill('completed')));
    });

    it('becomes a dead letter after its last attempt, or at once on a permanent error', async () => {
      const attempts: Record<string, number> = { exhausted: 0, permanent: 0 };
      const jobs = createProcess();
      jobs.work('exhausted', () => Promise.reject(new Error(`attempt ${(attempts.exhausted ?? 0) + 1}`)), {
        retryLimit: 0,
      });
      jobs.work('permanent', () => {
        attempts.permanent = (attempts.permanent ?? 0) + 1;
        return Promise.reject(new PermanentJobError('no such thing'));
      });
      await jobs.send(db, 'exhausted', {});
      await jobs.send(db, 'permanent', {});
      await jobs.start();
      await waitFor(async () => {
        const { rows } = await pool.query('select source_name from pgboss.job where name = $1', [
          DEAD_LETTERS,
        ]);
        expect(rows.map(row => row.source_name).sort()).toEqual(['exhausted', 'permanent']);
      });
      expect(attempts.permanent).toBe(1);
    });

    it('of a killed worker is retried after its heartbeat expires', async () => {
      const done: unknown[] = [];
      const jobs = createProcess();
      jobs.work('heartbeat', async data => void done.push(data));
      await jobs.send(db, 'heartbeat', { number: 1 });
      // Simulates a killed process: it fetches the job and never completes it, and its last heartbeat is 21 s old.
      const killed = new PgBoss({ connectionString: url, supervise: false, schedule: false });
      killed.on('error', () => undefined);
      await killed.start();
      expect(await killed.fetch('heartbeat')).toHaveLength(1);
      await killed.stop({ graceful: false });
      await pool.query(
        `update pgboss.job set heartbeat_on = now() - interval '21 s' where name = 'heartbeat'`,
      );
      await jobs.start();
      await waitFor(() => expect(done).toEqual([{ number: 1 }]), 15_000);
    });

    it('finishes before stop returns', async () => {
      const started = Promise.withResolvers<void>();
      let isDone = false;
      const jobs = createProcess();
      jobs.work('slow', async () => {
        started.resolve();
        await pool.query('select pg_sleep(0.3)');
        isDone = true;
      });
      await jobs.start();
      await jobs.send(db, 'slow', {});
      await started.promise;
      await jobs.stop();
      expect(isDone).toBe(true);
      expect(await states('slow')).toEqual(['completed']);
    });
  });

  describe('broken connections', () => {
    it('are replaced, and jobs continue', async () => {
      const done: unknown[] = [];
      const jobs = createProcess();
      jobs.work('broken', async data => void done.push(data));
      await jobs.start();
      const cut = await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'minga-jobs' and datname = current_database()`,
      );
      expect(cut.rowCount).toBeGreaterThan(1);
      await waitFor(async () => {
        await jobs.send(db, 'broken', { number: 1 });
        expect(done.length).toBeGreaterThan(0);
      });
    });
  });
});

describe('jobs reconnection', async () => {
  const { connection, url } = await testDatabase();
  const line = await startTcpProxy(url);
  const jobs = createJobs({ databaseUrl: line.url, log: createLog('silent') });
  afterAll(async () => {
    // The line is closed first, because requests sent shortly before the recovery are still pending.
    await line.close();
    await jobs.stop();
  });

  it('resumes jobs when an unresponsive database recovers', async () => {
    const done: unknown[] = [];
    jobs.work('letters', async data => void done.push(data));
    await jobs.start();

    // Leaves an idle connection, whose silence the watchdog notices. Without one the pool opens another, and that times out instead.
    await jobs.queues();
    line.blackhole();
    // When the call fails, the worker's own poll has failed too.
    await expect(jobs.queues()).rejects.toThrow('the database is silent');
    line.resume();
    await jobs.send(connection.db, 'letters', { number: 1 });
    await vi.waitFor(() => expect(done).toEqual([{ number: 1 }]), { timeout: 30_000 });
  });
});

describe('missed runs', async () => {
  const database = await testDatabase();
  const { db, pool } = database.connection;
  const [first, second, third] = [
    await testApp({}, database),
    await testApp({}, database),
    await testApp({}, database),
  ];

  const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 50 });

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
    });
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
      // The first retry delay is removed, since the next poll after it would be half a minute later.
      await pool.query(`update pgboss.job set start_after = now() where name = 'cut-off'`);
      for (let times = 0; times < 2; times += 1) {
        const next = schedule(async () => undefined);
        await next.start();
        await waitFor(async () => expect(await states()).toEqual(['completed']));
        await next.stop();
      }
    });
  });
});
