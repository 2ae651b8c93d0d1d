import { unavailable } from './errors.ts';

export interface Semaphore {
  /**
   * Runs `task` when a slot is free. Throws 503 if too many calls are queued already, in total or with the same key. Slots are assigned to
   * keys round-robin, so that a key with many tasks does not delay the others.
   */
  run<Result>(task: () => Promise<Result>, key?: string): Promise<Result>;
}

/**
 * Creates a semaphore that runs at most `concurrency` tasks concurrently and queues up to `maxQueued` more, up to `maxQueuedOfKey` of each
 * key. The calls of one key run first in, first out.
 */
export function createSemaphore(
  concurrency: number,
  maxQueued: number,
  maxQueuedOfKey = maxQueued,
): Semaphore {
  /** The queued calls by key, in the round-robin order of the keys. */
  const queues = new Map<string, (() => void)[]>();
  let queued = 0;
  let running = 0;

  function enqueue(key: string, start: () => void): void {
    const queue = queues.get(key) ?? [];
    queue.push(start);
    queues.set(key, queue);
    queued += 1;
  }

  /** Removes and returns the first call of the next key, and moves the key to the end. */
  function dequeue(): (() => void) | undefined {
    const [entry] = queues;
    if (entry === undefined) return undefined;
    const [key, queue] = entry;
    queues.delete(key);
    const start = queue.shift();
    if (queue.length > 0) queues.set(key, queue);
    queued -= 1;
    return start;
  }

  return {
    async run(task, key = '') {
      if (running >= concurrency) {
        if (queued >= maxQueued || (queues.get(key)?.length ?? 0) >= maxQueuedOfKey) throw unavailable();
        // A task that ends passes its slot to the next queued one, so that no new call can overtake the queue.
        await new Promise<void>(resolve => enqueue(key, resolve));
      } else {
        running += 1;
      }
      try {
        return await task();
      } finally {
        const next = dequeue();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
