import { PgBoss } from 'pg-boss';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { createLog } from '../log.ts';
import { DEAD_LETTERS } from './dead-letters.ts';
import { createJobs, Hopeless, type Jobs } from './jobs.ts';

const { connection, url } = await testDatabase();
const { db, pool } = connection;
const log = createLog('silent');
const waitFor = (check: () => void | Promise<void>, timeout = 20_000) =>
  vi.waitFor(check, { timeout, interval: 25 });

let running: Jobs[] = [];
function aProcess(): Jobs {
  const jobs = createJobs({ databaseUrl: url, log });
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
  it('works for several processes at once on an empty database', async () => {
    const done: unknown[] = [];
    const processes = Array.from({ length: 4 }, aProcess);
    for (const jobs of processes) {
      jobs.work('first', async data => void done.push(data));
      jobs.every('nightly', '0 3 * * *', async () => undefined);
    }
    await Promise.all(processes.map(jobs => jobs.start()));
    await processes[0]?.send(db, 'first', { number: 1 });
    await waitFor(() => expect(done).toEqual([{ number: 1 }]));
  });

  it('throws each time anew when the database is away', async () => {
    const nowhere = createJobs({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none', log });
    nowhere.work('never', async () => undefined);
    await expect(nowhere.start()).rejects.toThrow('ECONNREFUSED');
    await expect(nowhere.start()).rejects.toThrow('ECONNREFUSED');
    await nowhere.stop();
  });

  it('refuses a queue that nobody works, and one that comes too late', async () => {
    const jobs = aProcess();
    await expect(jobs.send(db, 'unknown', {})).rejects.toThrow('Nobody works the queue unknown');
    await jobs.start();
    expect(() => jobs.work('late', async () => undefined)).toThrow('too late');
  });

  it('changes the options of a queue that an earlier release made', async () => {
    for (const retryLimit of [3, 7]) {
      const jobs = aProcess();
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
    const jobs = aProcess();
    jobs.work('transactional', async data => void done.push(data));
    await jobs.start();
    const undone = db.transaction(async tx => {
      await jobs.send(tx, 'transactional', { number: 1 });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await db.transaction(tx => jobs.send(tx, 'transactional', { number: 2 }));
    await waitFor(() => expect(done).toEqual([{ number: 2 }]));
  });

  it('needs no worker in the same process', async () => {
    const sender = aProcess();
    sender.work('elsewhere', async () => undefined);
    await sender.send(db, 'elsewhere', {});
    expect(await states('elsewhere')).toEqual(['created']);
  });
});

describe('a job', () => {
  it('is tried again after a failure, without doing its neighbours twice', async () => {
    const attempts: Record<string, number> = {};
    const jobs = aProcess();
    jobs.work(
      'batch',
      async data => {
        const { name } = data as { name: string };
        attempts[name] = (attempts[name] ?? 0) + 1;
        if (name === 'shaky' && attempts[name] < 2) throw new Error('not yet');
      },
      { atOnce: 5 },
    );
    for (const name of ['shaky', 'steady', 'calm']) await jobs.send(db, 'batch', { name });
    await jobs.start();
    await waitFor(async () => expect(await states('batch')).toEqual(Array(3).fill('completed')));
    expect(attempts).toEqual({ shaky: 2, steady: 1, calm: 1 });
  }, 30_000);

  it('goes to the dead letters after its last attempt, or at once where there is no hope', async () => {
    const attempts: Record<string, number> = { tired: 0, hopeless: 0 };
    const jobs = aProcess();
    jobs.work('tired', () => Promise.reject(new Error(`attempt ${(attempts.tired ?? 0) + 1}`)), {
      retryLimit: 0,
    });
    jobs.work('hopeless', () => {
      attempts.hopeless = (attempts.hopeless ?? 0) + 1;
      return Promise.reject(new Hopeless('no such thing'));
    });
    await jobs.send(db, 'tired', {});
    await jobs.send(db, 'hopeless', {});
    await jobs.start();
    await waitFor(async () => {
      const { rows } = await pool.query('select source_name from pgboss.job where name = $1', [DEAD_LETTERS]);
      expect(rows.map(row => row.source_name).sort()).toEqual(['hopeless', 'tired']);
    });
    expect(attempts.hopeless).toBe(1);
  });

  it('of a worker that was killed moves on once its heartbeat is old', async () => {
    const done: unknown[] = [];
    const jobs = aProcess();
    jobs.work('heartbeat', async data => void done.push(data));
    await jobs.send(db, 'heartbeat', { number: 1 });
    // Another process takes the job and dies: it never settles it, and its last sign of life is 21 s old.
    const killed = new PgBoss({ connectionString: url, supervise: false, schedule: false });
    killed.on('error', () => undefined);
    await killed.start();
    expect(await killed.fetch('heartbeat')).toHaveLength(1);
    await killed.stop({ graceful: false });
    await pool.query(`update pgboss.job set heartbeat_on = now() - interval '21 s' where name = 'heartbeat'`);
    await jobs.start();
    await waitFor(() => expect(done).toEqual([{ number: 1 }]), 15_000);
  }, 30_000);

  it('is finished before stop returns', async () => {
    const started = Promise.withResolvers<void>();
    let isDone = false;
    const jobs = aProcess();
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

describe('when the connections break', () => {
  it('work goes on over new ones', async () => {
    const done: unknown[] = [];
    const jobs = aProcess();
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
