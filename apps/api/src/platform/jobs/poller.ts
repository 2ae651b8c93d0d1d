import type { Logger } from '../log.ts';

/** Processes what is due; stops early when `signal` aborts. Several processes may run a task concurrently. */
export type PollTask = (signal: AbortSignal) => Promise<void>;

export interface Poller {
  start(): void;
  /** Aborts the running task and waits for it. */
  stop(): Promise<void>;
}

/** Due work is processed at most this late; cron schedules have a resolution of one minute. */
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
