import { isDatabaseUnavailable } from '../database/errors.ts';

/** Pipelines two batches: one commits while the next is prepared. */
const MAX_CONCURRENT_BATCHES = 2;
const MAX_BATCH_SIZE = 50;

interface QueuedItem<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

interface BatchOptions<Item> {
  readonly maxConcurrentBatches?: number;
  /** The row that an item locks: two concurrent batches have no key in common. Without it, items have no key. */
  readonly keyOf?: (item: Item) => string;
}

/**
 * Processes concurrent calls in one transaction, since most of the cost of a transaction is the same for one item and
 * for fifty. A call starts a batch at once; while two batches run, later calls are queued and form the next batch.
 * `processItems` opens a transaction of its own and returns one outcome per item, in the same order. If a batch fails,
 * each of its items is processed alone, so that one item cannot fail the others.
 */
export function batch<Item, Outcome>(
  processItems: (items: readonly Item[]) => Promise<readonly Outcome[]>,
  { maxConcurrentBatches = MAX_CONCURRENT_BATCHES, keyOf }: BatchOptions<Item> = {},
): (item: Item) => Promise<Outcome> {
  const queue: QueuedItem<Item, Outcome>[] = [];
  const lockedKeys = new Set<string>();
  let running = 0;

  function startNextBatch(): void {
    if (running === maxConcurrentBatches) return;
    const next = takeNext();
    if (next.length === 0) return;
    const keys = new Set(keyOf === undefined ? [] : next.map(({ item }) => keyOf(item)));
    for (const key of keys) lockedKeys.add(key);
    running += 1;
    void processBatch(next).finally(() => {
      running -= 1;
      for (const key of keys) lockedKeys.delete(key);
      startNextBatch();
    });
  }

  /** Removes the next items from the queue, except those that would wait for a running batch. */
  function takeNext(): QueuedItem<Item, Outcome>[] {
    if (keyOf === undefined || lockedKeys.size === 0) return queue.splice(0, MAX_BATCH_SIZE);
    const free = queue.filter(({ item }) => !lockedKeys.has(keyOf(item))).slice(0, MAX_BATCH_SIZE);
    const taken = new Set(free);
    queue.splice(0, queue.length, ...queue.filter(queued => !taken.has(queued)));
    return free;
  }

  async function processBatch(queued: readonly QueuedItem<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await processItems(queued.map(({ item }) => item));
      for (const [index, outcome] of outcomes.entries()) queued[index]?.resolve(outcome);
    } catch (error) {
      const isUnavailable = isDatabaseUnavailable(error);
      if (queued.length > 1 && !isUnavailable) {
        await Promise.all(queued.map(one => processBatch([one])));
        return;
      }
      // The transaction may have committed before the connection was lost, so it is not retried. Queued calls fail too, since
      // they would have the same error.
      const failed = isUnavailable ? [...queued, ...queue.splice(0)] : queued;
      for (const { reject } of failed) reject(error);
    }
  }

  return item =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      // The start is deferred, so that calls made in the same turn of the event loop join the batch.
      setImmediate(startNextBatch);
    });
}

/**
 * Batches calls as `batch` does, with one queue per key and one batch of a key at a time, for transactions that lock the row of the
 * key: calls for other keys do not wait for that lock.
 */
export function batchByKey<Item, Outcome>(
  processItems: (key: string, items: readonly Item[]) => Promise<readonly Outcome[]>,
): (key: string, item: Item) => Promise<Outcome> {
  const queues = new Map<string, { enqueue: (item: Item) => Promise<Outcome>; pending: number }>();
  return async (key, item) => {
    const queue = queues.get(key) ?? {
      enqueue: batch(items => processItems(key, items), { maxConcurrentBatches: 1 }),
      pending: 0,
    };
    queues.set(key, queue);
    queue.pending += 1;
    try {
      return await queue.enqueue(item);
    } finally {
      queue.pending -= 1;
      if (queue.pending === 0) queues.delete(key);
    }
  };
}
