import type { Logger } from '../log.ts';

/** One look for what is due; ends early when `leaving`. Several processes may look at the same time. */
export type PollTask = (leaving: AbortSignal) => Promise<void>;

export interface Poller {
  start(): void;
  /** Waits for the round under way, which is asked to end. */
  stop(): Promise<void>;
}

/** What is due is done at most this late; cron knows nothing finer than minutes. */
export const POLL_INTERVAL_MS = 5_000;

/** Makes the rounds again and again, each once at a time in a process. What fails is tried again by the next. */
export function createPoller(rounds: Readonly<Record<string, PollTask>>, { log }: { log: Logger }): Poller {
  const leaving = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();

  async function makeAll(): Promise<void> {
    for (const [round, make] of Object.entries(rounds)) {
      if (leaving.signal.aborted) return;
      await make(leaving.signal).catch(error => log.warn({ err: error, round }, 'A round failed'));
    }
  }

  function next(): void {
    current = makeAll().then(() => {
      if (!leaving.signal.aborted) timer = setTimeout(next, POLL_INTERVAL_MS).unref();
    });
  }

  return {
    start: next,
    async stop() {
      leaving.abort();
      clearTimeout(timer);
      await current;
    },
  };
}
