import type { Logger } from '../log.ts';

/** One look for what is due; ends early when `leaving`. Several processes may look at the same time. */
export type Round = (leaving: AbortSignal) => Promise<void>;

export interface Rounds {
  start(): void;
  /** Waits for the round under way, which is asked to end. */
  stop(): Promise<void>;
}

/** What is due is done at most this late; cron knows nothing finer than minutes. */
export const ROUND_MS = 5_000;

/** Makes the rounds again and again, each once at a time in a process. What fails is tried again by the next. */
export function createRounds(rounds: Readonly<Record<string, Round>>, { log }: { log: Logger }): Rounds {
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
      if (!leaving.signal.aborted) timer = setTimeout(next, ROUND_MS).unref();
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
