import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { fromDrizzle, type JobResult, type JobWithMetadata, PgBoss, type QueueOptions } from 'pg-boss';
import type { Database, Executor, Transaction } from '../database/connection.ts';
import { watchedClient } from '../database/connection-watchdog.ts';
import { describeError, type Logger } from '../log.ts';
import {
  DEAD_LETTERS,
  type DeadLetter,
  listDeadLetters,
  type RetriedJob,
  redriveDeadLetters,
} from './dead-letters.ts';

/** Does the work of one job; ends early when `leaving`. Delivery is at least once: doing the same job twice must do no harm. */
export type JobHandler = (data: unknown, leaving: AbortSignal) => Promise<void>;

/** How the jobs of one queue are worked and tried again. Seconds throughout. */
export interface WorkOptions {
  /** How many jobs a process works at the same time. */
  readonly atOnce?: number;
  /** Attempts after the first; then the job goes to the dead letters. */
  readonly retryLimit?: number;
  /** The n-th wait (from 0) lies between `retryDelay · 2ⁿ` and twice that … */
  readonly retryDelay?: number;
  /** … and is never longer than this. */
  readonly retryDelayMax?: number;
}

interface QueueLength {
  readonly name: string;
  /** For their first attempt, or for the next. */
  readonly waiting: number;
  readonly active: number;
}

export interface Jobs {
  /** Enqueues a job for each of `data` in the caller's transaction: no commit, no job. The queue must have been registered by `work` or `every`. */
  send(tx: Executor, queue: string, ...data: object[]): Promise<void>;
  /** Registers who works a queue; before `start`. */
  work(queue: string, handler: JobHandler, options?: WorkOptions): void;
  /** Registers work that is done at the times of a cron expression (UTC), once however many processes run. */
  every(queue: string, cron: string, handler: JobHandler): void;
  /** How many jobs wait in each queue and are worked: as counted some seconds ago. */
  queues(): Promise<QueueLength[]>;
  /** What has failed for the last time, the newest first. */
  deadLetters(db: Database, limit: number): Promise<{ total: number; newest: DeadLetter[] }>;
  /** Puts one dead letter back into its queue, or the oldest, in the caller's transaction; each once, whoever else does so. */
  retry(tx: Transaction, which: { id?: string; limit: number }): Promise<RetriedJob[]>;
  /** Creates schema and queues where they are missing, and begins to work. Throws when the database is away. */
  start(): Promise<void>;
  /** Asks started jobs to end, and lets them for some seconds; what is not finished then is tried again by another process. */
  stop(): Promise<void>;
}

/** Thrown by a handler when trying again is useless: the job goes to the dead letters at once. */
export class Hopeless extends Error {}

const DAY = 24 * 60 * 60;
const STOP_MS = 5_000;
/** What pg-boss does to its tables after an update of its own may take long; nothing takes so long. */
const LONGEST_MS = 5 * 60_000;
const POLL_SECONDS = 2;
/** A queue that had less than was asked for is asked again so much later: what comes meanwhile is fetched together. */
const REST_MS = 200;
/** What comes by the hour need not be looked for as often. */
const CRON_POLL_SECONDS = 30;
// A killed worker's job moves on after the heartbeat it still gave (20 s at most), the next look of the supervisor,
// the first wait and the next poll: within 30 s together.
const HEARTBEAT_SECONDS = 20;
const SUPERVISE_SECONDS = 3;
const defaults = { atOnce: 1, retryLimit: 10, retryDelay: 1, retryDelayMax: 300 } satisfies WorkOptions;

interface Registration {
  readonly handler: JobHandler;
  readonly options: Required<WorkOptions>;
  readonly cron: string | null;
}

/** Jobs in PostgreSQL by pg-boss, in its own schema `pgboss`, with its own few connections. */
export function createJobs({ databaseUrl, log }: { databaseUrl: string; log: Logger }): Jobs {
  const registrations = new Map<string, Registration>();
  // pg-boss hands it to its pool, though its types do not say so.
  const client = { Client: watchedClient(databaseUrl, LONGEST_MS) };
  const boss = new PgBoss({
    ...client,
    connectionString: databaseUrl,
    application_name: 'minga-jobs',
    max: 5,
    connectionTimeoutMillis: 3_000,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  // Without a listener an 'error' event would end the process. The next poll finds out whether the trouble is over.
  boss.on('error', error => log.error({ reason: error.message }, 'The job queue met an error'));
  boss.on('warning', warning => log.warn({ reason: warning.message }, 'The job queue warns'));

  const leaving = new AbortController();
  let opening: Promise<void> | null = null;
  function open(): Promise<void> {
    opening ??= openQueues(boss, registrations).catch(async error => {
      opening = null;
      await boss.stop({ graceful: false });
      throw error;
    });
    return opening;
  }

  function register(queue: string, registration: Registration): void {
    if (opening !== null || registrations.has(queue))
      throw new Error(`Queue ${queue} is registered too late or twice`);
    registrations.set(queue, registration);
  }

  return {
    async send(tx, queue, ...data) {
      if (!registrations.has(queue)) throw new Error(`Nobody works the queue ${queue}`);
      await open();
      const all = data.map(one => ({ data: one }));
      if (all.length > 0) await boss.insert(queue, all, { db: fromDrizzle(tx, sql) });
    },
    work: (queue, handler, options) =>
      register(queue, { handler, options: { ...defaults, ...options }, cron: null }),
    every: (queue, cron, handler) => register(queue, { handler, options: defaults, cron }),
    async queues() {
      await open();
      const all = await boss.getQueues();
      // There are others: the dead letters', and pg-boss's own.
      return all
        .filter(({ name }) => registrations.has(name))
        .map(({ name, queuedCount, activeCount }) => ({ name, waiting: queuedCount, active: activeCount }));
    },
    async deadLetters(db, limit) {
      await open();
      return listDeadLetters(db, limit);
    },
    async retry(tx, which) {
      await open();
      return redriveDeadLetters(boss, tx, [...registrations.keys()], which);
    },
    async start() {
      await open();
      for (const [queue, registration] of registrations)
        await workQueue(boss, queue, registration, { leaving: leaving.signal, log });
    },
    async stop() {
      leaving.abort();
      // What failed to open has stopped itself.
      await opening?.catch(() => undefined);
      if (opening !== null) await boss.stop({ timeout: STOP_MS });
    },
  };
}

async function openQueues(boss: PgBoss, registrations: Map<string, Registration>): Promise<void> {
  await boss.start();
  // First, since the others refer to it; without notify, since nobody works it: it waits for a person.
  await boss.createQueue(DEAD_LETTERS, { retentionSeconds: 60 * DAY });
  for (const [queue, { options, cron }] of registrations) {
    const settings: QueueOptions & { deadLetter: string; notify: boolean } = {
      retryLimit: options.retryLimit,
      retryDelay: options.retryDelay,
      retryBackoff: true,
      retryDelayMax: options.retryDelayMax,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: DAY,
      deadLetter: DEAD_LETTERS,
      notify: true,
    };
    await boss.createQueue(queue, settings);
    // createQueue leaves a queue of an earlier release as it was.
    await boss.updateQueue(queue, settings);
    if (cron !== null) await boss.schedule(queue, cron);
  }
}

async function workQueue(
  boss: PgBoss,
  queue: string,
  { handler, options, cron }: Registration,
  { leaving, log }: { leaving: AbortSignal; log: Logger },
): Promise<void> {
  const pollSeconds = cron === null ? POLL_SECONDS : CRON_POLL_SECONDS;
  const settle = async (job: JobWithMetadata): Promise<JobResult> => {
    try {
      await handler(job.data, leaving);
      return { id: job.id, status: 'completed' };
    } catch (error) {
      const isLast = error instanceof Hopeless || job.retryCount >= job.retryLimit;
      log[isLast ? 'error' : 'warn'](
        { err: error, queue, job: job.id, attempt: job.retryCount + 1 },
        'A job failed',
      );
      return {
        id: job.id,
        status: error instanceof Hopeless ? 'deadletter' : 'failed',
        output: describeError(error),
      };
    }
  };
  await boss.work(
    queue,
    {
      batchSize: options.atOnce,
      perJobResults: true,
      includeMetadata: true,
      burstWhenBatchFull: options.atOnce > 1,
      pollingIntervalSeconds: pollSeconds,
      notifyPollingIntervalSeconds: pollSeconds,
    },
    async (jobs: JobWithMetadata[]) => {
      const results = await Promise.all(jobs.map(settle));
      if (jobs.length < options.atOnce && !leaving.aborted) await wait(REST_MS);
      return results;
    },
  );
}
