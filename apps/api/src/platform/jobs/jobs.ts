import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import {
  type Db,
  fromDrizzle,
  type JobResult,
  type JobWithMetadata,
  PgBoss,
  type QueueOptions,
} from 'pg-boss';
import {
  type Database,
  type Executor,
  PROBE_TIMES,
  type Transaction,
  watchedClient,
} from '../database/connection.ts';
import { describeError, type Logger } from '../log.ts';
import {
  DEAD_LETTERS,
  type DeadLetter,
  deleteDeadLetters,
  listDeadLetters,
  type RetriedJob,
  redriveDeadLetters,
} from './dead-letters.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** pg-boss creates the job of a schedule within a minute of its time. */
const GRACE_MS = 2 * MINUTE_MS;

const SCHEDULE = /^(\*|\*\/\d{1,2}|\d{1,2}) (\*|\*\/\d{1,2}|\d{1,2}) \* \* \*$/;

/** Whether missed runs of a cron expression can be found: it has a minute and an hour, and applies to every day. */
const isDailySchedule = (cron: string): boolean => SCHEDULE.test(cron);

/** Returns the last time (UTC) at or before `now` at which a schedule was due. Every schedule is due at least once a day. */
export function lastDue(cron: string, now: Date): Date {
  const [, minutes = '', hours = ''] = SCHEDULE.exec(cron) ?? [];
  const latest = Math.floor(now.getTime() / MINUTE_MS);
  for (let minute = latest; minute >= latest - DAY_MINUTES; minute -= 1) {
    const time = new Date(minute * MINUTE_MS);
    if (matches(minutes, time.getUTCMinutes()) && matches(hours, time.getUTCHours())) return time;
  }
  throw new Error(`The schedule "${cron}" is never due`);
}

function matches(field: string, value: number): boolean {
  if (field === '*') return true;
  return field.startsWith('*/') ? value % Number(field.slice(2)) === 0 : Number(field) === value;
}

/**
 * Enqueues a run of each schedule whose last due time passed without a completed run, since no process was running or the run was
 * interrupted, unless a run is queued or active. Any number of processes may call it: each run is enqueued once. A run that failed
 * permanently is repeated only if `repeatsFailed` is set, which a process does when it starts.
 */
async function sendMissedRuns(
  boss: PgBoss,
  schedules: ReadonlyMap<string, string>,
  { repeatsFailed }: { readonly repeatsFailed: boolean },
): Promise<void> {
  const transaction = await boss.getDb().beginTransaction?.();
  if (transaction === undefined) throw new Error('pg-boss has no transactions');
  try {
    const { db } = transaction;
    await db.executeSql(`select pg_advisory_xact_lock(hashtext('minga missed runs'))`);
    // The queries run after the lock is taken, so that their snapshots include the jobs that other processes have enqueued.
    const { rows } = await db.executeSql('select clock_timestamp() as now');
    const now = new Date(rows[0].now);
    for (const [queue, cron] of schedules) {
      const due = lastDue(cron, new Date(now.getTime() - GRACE_MS));
      if (!(await hasRun(db, queue, due, repeatsFailed))) await boss.insert(queue, [{ data: {} }], { db });
    }
    await transaction.commit();
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}

async function hasRun(db: Db, queue: string, due: Date, repeatsFailed: boolean): Promise<boolean> {
  const { rows } = await db.executeSql(
    `select from pgboss.job where name = $1 and (state in ('created', 'retry', 'active')
      or state = 'completed' and started_on >= $2 or not $3::boolean and created_on >= $2) limit 1`,
    [queue, due, repeatsFailed],
  );
  return rows.length > 0;
}

/**
 * Processes one job; stops early when `signal` aborts. Delivery is at least once, so handlers must be idempotent. After the last attempt a
 * job that fails becomes a dead letter.
 */
export type JobHandler = (
  data: unknown,
  signal: AbortSignal,
  attempt: { readonly isLast: boolean },
) => Promise<void>;

/** Concurrency and retries of a queue. Times are in seconds. */
export interface WorkOptions {
  /** Jobs that one process runs concurrently. */
  readonly concurrency?: number;
  /** The number of attempts after the first one; then the job becomes a dead letter. */
  readonly retryLimit?: number;
  /** The n-th delay (from 0) is random between `retryDelay · 2ⁿ` and twice that, at most `retryDelayMax`. */
  readonly retryDelay?: number;
  readonly retryDelayMax?: number;
  /** How long a job waits for a worker before it is deleted. */
  readonly retention?: number;
  /** The queue only collects jobs: another process, or a later start, runs them. */
  readonly isPaused?: boolean;
}

interface QueueLength {
  readonly name: string;
  /** The number of jobs that wait for their first attempt or for a retry. */
  readonly waiting: number;
  readonly active: number;
}

export interface Jobs {
  /** Enqueues one job per `data` in the caller's transaction. The queue must be registered by `work` or `every`. */
  send(tx: Executor, queue: string, ...data: object[]): Promise<void>;
  /** Enqueues jobs as `send` does, with a lower priority: they run after the queue's other jobs. */
  sendLate(tx: Executor, queue: string, ...data: object[]): Promise<void>;
  /** Deletes jobs, including finished ones, that have one of these addresses in their data's `email`. Skips jobs that are running. */
  deleteAbout(tx: Executor, ...emails: string[]): Promise<void>;
  /** Registers the handler of a queue; to be called before `start`. */
  work(queue: string, handler: JobHandler, options?: WorkOptions): void;
  /**
   * Registers a handler that runs on a cron schedule of minutes and hours (UTC), in one process at a time. If a run was missed, since no
   * process was running or the run was interrupted, a process enqueues it when it starts or within some minutes.
   */
  every(queue: string, cron: string, handler: JobHandler): void;
  /** Returns the lengths of the queues, as pg-boss counted them some seconds ago. */
  queues(): Promise<QueueLength[]>;
  /** Returns the newest jobs that failed permanently. */
  deadLetters(db: Database, limit: number): Promise<{ total: number; newest: DeadLetter[] }>;
  /**
   * Moves one dead letter, or the oldest ones, back to their queues in the caller's transaction. Concurrent calls retry
   * each once.
   */
  retry(tx: Transaction, selection: { id?: string; limit: number }): Promise<RetriedJob[]>;
  /** Deletes dead letters in the caller's transaction. Returns how many it has deleted. */
  discard(tx: Transaction, ids: readonly string[]): Promise<number>;
  /** Creates the schema and the queues if they are missing, and starts the workers. Throws if the database is unavailable. */
  start(): Promise<void>;
  /** Aborts running jobs and waits some seconds for them. Another process retries those that have not finished. */
  stop(): Promise<void>;
}

/** Priorities: a queue's jobs run from the highest. */
const [NORMAL, LATE] = [0, -1];

/** Thrown by a handler when a retry is useless: the job becomes a dead letter at once. */
export class PermanentJobError extends Error {}

const DAY = 24 * 60 * 60;
const STOP_TIMEOUT_MS = 5_000;
/** The deadline of a query, which is longer than pg-boss needs to migrate its tables after an update. */
const QUERY_DEADLINE_MS = 5 * 60_000;
/**
 * PostgreSQL notifies workers of new jobs, so polling finds retries only, and an idle process makes few queries. Tests poll more often
 * because they wait for retries.
 */
const POLL_SECONDS = 5;
/** The longest interval of a worker that PostgreSQL does not notify, because its listener is not connected. */
const POLL_SECONDS_WITHOUT_NOTIFICATIONS = 2;
/**
 * Up to this concurrency several workers share a queue, each with a batch of two jobs: a worker fetches no further jobs before its batch has
 * ended, so a slow job, such as an e-mail to a server that does not respond, must not share a batch with many others. Queues with a higher
 * concurrency have fast jobs only.
 */
const SLOW_CONCURRENCY = 10;
/**
 * The delay before the next fetch after a batch that was not full, so that jobs sent in between are fetched as one batch.
 */
const FETCH_DELAY_MS = 200;
/** The interval at which a process checks for missed runs, for example after the machine has slept. */
const MISSED_RUNS_MS = 5 * 60_000;
/** Hourly jobs need no frequent polling. */
const CRON_POLL_SECONDS = 30;
// The job of a killed worker is retried within 30 s: its last heartbeat expires after 15 s, then follow the supervisor's next check, the
// first retry delay and the next poll.
const HEARTBEAT_SECONDS = 15;
const defaults = {
  concurrency: 1,
  retryLimit: 10,
  retryDelay: 1,
  retryDelayMax: 300,
  retention: 14 * DAY,
  isPaused: false,
} satisfies WorkOptions;

interface Registration {
  readonly handler: JobHandler;
  readonly options: Required<WorkOptions>;
  readonly cron: string | null;
}

interface JobsParts {
  readonly databaseUrl: string;
  readonly log: Logger;
  /** The interval at which workers look for retries, and the supervisor for the jobs of killed workers. At least half a second. */
  readonly pollSeconds?: number;
}

/** Job queue in PostgreSQL by pg-boss, with its own schema `pgboss` and its own connection pool. */
export function createJobs({ databaseUrl, log, pollSeconds = POLL_SECONDS }: JobsParts): Jobs {
  const registrations = new Map<string, Registration>();
  // pg-boss passes this option to its pool, although its types do not declare it.
  const client = { Client: watchedClient(databaseUrl, { ...PROBE_TIMES, deadlineMs: QUERY_DEADLINE_MS }) };
  const boss = new PgBoss({
    ...client,
    connectionString: databaseUrl,
    application_name: 'minga-jobs',
    max: 5,
    connectionTimeoutMillis: 3_000,
    useListenNotify: true,
    superviseIntervalSeconds: Math.max(1, pollSeconds),
    monitorIntervalSeconds: Math.max(1, pollSeconds),
  });
  // Without a listener, an 'error' event would end the process. The next poll retries.
  boss.on('error', error => log.error({ reason: error.message }, 'The job queue reported an error'));
  boss.on('warning', warning => log.warn({ reason: warning.message }, 'The job queue reported a warning'));

  const shutdown = new AbortController();
  let opening: Promise<void> | null = null;
  function open(): Promise<void> {
    opening ??= openQueues(boss, registrations).catch(async error => {
      opening = null;
      await boss.stop({ graceful: false });
      throw error;
    });
    return opening;
  }

  let missedRuns: NodeJS.Timeout | undefined;
  async function catchUp(options: Parameters<typeof sendMissedRuns>[2]): Promise<void> {
    const schedules = new Map(
      [...registrations].flatMap(([queue, { cron }]) => (cron === null ? [] : [[queue, cron]])),
    );
    await sendMissedRuns(boss, schedules, options).catch(error =>
      log.warn({ err: error }, 'Missed runs could not be caught up'),
    );
  }

  function register(queue: string, registration: Registration): void {
    if (opening !== null || registrations.has(queue))
      throw new Error(`Queue ${queue} is registered too late or twice`);
    registrations.set(queue, registration);
  }

  async function insert(tx: Executor, queue: string, data: object[], priority: number): Promise<void> {
    if (!registrations.has(queue)) throw new Error(`Queue ${queue} has no handler`);
    await open();
    const jobs = data.map(one => ({ data: one, priority }));
    if (jobs.length > 0) await boss.insert(queue, jobs, { db: fromDrizzle(tx, sql) });
  }

  return {
    async deleteAbout(tx, ...emails) {
      if (emails.length === 0) return;
      await open();
      await tx.execute(
        sql`delete from pgboss.job where data->>'email' = any(${sql.param(emails)}::text[]) and state <> 'active'`,
      );
    },
    send: (tx, queue, ...data) => insert(tx, queue, data, NORMAL),
    sendLate: (tx, queue, ...data) => insert(tx, queue, data, LATE),
    work: (queue, handler, options) =>
      register(queue, { handler, options: { ...defaults, ...options }, cron: null }),
    every(queue, cron, handler) {
      if (!isDailySchedule(cron)) throw new Error(`The schedule of ${queue} has more than minutes and hours`);
      register(queue, { handler, options: defaults, cron });
    },
    async queues() {
      await open();
      const all = await boss.getQueues();
      // The filter excludes the dead letter queue and pg-boss's own queues.
      return all
        .filter(({ name }) => registrations.has(name))
        .map(({ name, queuedCount, activeCount }) => ({ name, waiting: queuedCount, active: activeCount }));
    },
    async deadLetters(db, limit) {
      await open();
      return listDeadLetters(db, limit);
    },
    async retry(tx, selection) {
      await open();
      return redriveDeadLetters(boss, tx, [...registrations.keys()], selection);
    },
    async discard(tx, ids) {
      await open();
      return deleteDeadLetters(tx, ids);
    },
    async start() {
      await open();
      await catchUp({ repeatsFailed: true });
      missedRuns = setInterval(() => catchUp({ repeatsFailed: false }), MISSED_RUNS_MS).unref();
      for (const [queue, registration] of registrations)
        if (!registration.options.isPaused)
          await startWorker(boss, queue, registration, { signal: shutdown.signal, log, pollSeconds });
    },
    async stop() {
      shutdown.abort();
      clearInterval(missedRuns);
      // After a failed start pg-boss is already stopped.
      await opening?.catch(() => undefined);
      if (opening !== null) await boss.stop({ timeout: STOP_TIMEOUT_MS });
    },
  };
}

async function openQueues(boss: PgBoss, registrations: Map<string, Registration>): Promise<void> {
  await boss.start();
  // The dead letter queue is created first, since the other queues refer to it. It needs no `notify`, since it has no worker: an operator
  // retries its jobs.
  await boss.createQueue(DEAD_LETTERS, { retentionSeconds: 60 * DAY });
  for (const [queue, { options, cron }] of registrations) {
    const settings: QueueOptions & { deadLetter: string; notify: boolean } = {
      retryLimit: options.retryLimit,
      retryDelay: options.retryDelay,
      retryBackoff: true,
      retryDelayMax: options.retryDelayMax,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      // The job of a daily schedule's last run is stored for two days, since `hasRun` looks for it.
      retentionSeconds: options.retention,
      deleteAfterSeconds: cron === null ? DAY : 2 * DAY,
      deadLetter: DEAD_LETTERS,
      notify: true,
    };
    await boss.createQueue(queue, settings);
    // createQueue does not change the options of an existing queue.
    await boss.updateQueue(queue, settings);
    if (cron !== null) await boss.schedule(queue, cron);
  }
}

async function startWorker(
  boss: PgBoss,
  queue: string,
  { handler, options, cron }: Registration,
  { signal, log, pollSeconds }: { signal: AbortSignal; log: Logger; pollSeconds: number },
): Promise<void> {
  const run = async (job: JobWithMetadata): Promise<JobResult> => {
    try {
      await handler(job.data, signal, { isLast: job.retryCount >= job.retryLimit });
      // A scheduled run that the shutdown may have interrupted is repeated.
      return { id: job.id, status: cron !== null && signal.aborted ? 'failed' : 'completed' };
    } catch (error) {
      const isLast = error instanceof PermanentJobError || job.retryCount >= job.retryLimit;
      log[isLast ? 'error' : 'warn'](
        { err: error, queue, job: job.id, attempt: job.retryCount + 1 },
        'A job failed',
      );
      return {
        id: job.id,
        status: error instanceof PermanentJobError ? 'deadletter' : 'failed',
        output: describeError(error),
      };
    }
  };
  const batchSize =
    options.concurrency > SLOW_CONCURRENCY ? options.concurrency : Math.min(options.concurrency, 2);
  await boss.work(
    queue,
    {
      batchSize,
      localConcurrency: Math.ceil(options.concurrency / batchSize),
      perJobResults: true,
      includeMetadata: true,
      burstWhenBatchFull: batchSize > 1,
      pollingIntervalSeconds:
        cron === null ? Math.min(pollSeconds, POLL_SECONDS_WITHOUT_NOTIFICATIONS) : CRON_POLL_SECONDS,
      notifyPollingIntervalSeconds: cron === null ? pollSeconds : CRON_POLL_SECONDS,
    },
    async (jobs: JobWithMetadata[]) => {
      const results = await Promise.all(jobs.map(run));
      if (jobs.length < batchSize && !signal.aborted) await wait(FETCH_DELAY_MS);
      return results;
    },
  );
}
