import { PgBoss } from 'pg-boss';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { createLog } from '../log.ts';
import { DEAD_LETTERS } from './dead-letters.ts';
import { createJobs, type Jobs, PermanentJobError } from './jobs.ts';

const { connection, url } = await testDatabase();
const { db, pool } = connection;
const log = createLog('silent');
const waitFor = (check: () => void | Promise<void>, timeout = 20_000) =>
  vi.waitFor(check, { timeout, interval: 25 });

let running: Jobs[] = [];
function createProcess(): Jobs {
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
  }, 30_000);

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
      const { rows } = await pool.query('select source_name from pgboss.job where name = $1', [DEAD_LETTERS]);
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
    await pool.query(`update pgboss.job set heartbeat_on = now() - interval '21 s' where name = 'heartbeat'`);
    await jobs.start();
    await waitFor(() => expect(done).toEqual([{ number: 1 }]), 15_000);
  }, 30_000);

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
