import { unavailable } from './errors.ts';

export interface Semaphore {
  /** Runs `work` when it is its turn; refuses with 503 when too many wait already. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Lets `atOnce` pieces of work run at the same time and `waiting` more wait, first come first served. */
export function createSemaphore(atOnce: number, waiting: number): Semaphore {
  const queue: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) throw unavailable();
        // Whoever ends hands on its place, so that nobody slips in between.
        await new Promise<void>(resolve => queue.push(resolve));
      } else {
        running += 1;
      }
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
