import { unavailable } from './errors.ts';

export interface Semaphore {
  /** Runs `task` when a slot is free. Throws 503 if too many calls wait already. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** Runs at most `concurrency` tasks at the same time and queues up to `maxQueued` more, first in, first out. */
export function createSemaphore(concurrency: number, maxQueued: number): Semaphore {
  const queue: (() => void)[] = [];
  let running = 0;
  return {
    async run(task) {
      if (running >= concurrency) {
        if (queue.length >= maxQueued) throw unavailable();
        // A task that ends passes its slot to the first queued one, so that no new call can overtake the queue.
        await new Promise<void>(resolve => queue.push(resolve));
      } else {
        running += 1;
      }
      try {
        return await task();
      } finally {
        const next = queue.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
