import { expect, it } from 'vitest';
import { batch, batchByKey } from './batch.ts';

const unavailable = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });

/** Doubles numbers; each batch ends only when the test completes or fails it. */
function controlledBatch() {
  const batches: { items: readonly number[]; complete: () => void; fail: (error: Error) => void }[] = [];
  const double = batch(
    (items: readonly number[]) =>
      new Promise<number[]>((resolve, reject) => {
        batches.push({ items, complete: () => resolve(items.map(item => 2 * item)), fail: reject });
      }),
  );
  return { batches, double };
}

/** Resolves after every call made so far has joined a batch or the queue. */
const nextTurn = () => new Promise<void>(resolve => setImmediate(() => setImmediate(resolve)));

it('processes simultaneous calls in one batch and resolves each', async () => {
  const { batches, double } = controlledBatch();
  const results = Promise.all([1, 2, 3].map(double));
  await nextTurn();
  expect(batches.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  batches[0]?.complete();
  expect(await results).toEqual([2, 4, 6]);
});

it('queues calls while two batches run, and processes at most fifty in the next', async () => {
  const { batches, double } = controlledBatch();
  const results = [];
  for (const number of [1, 2]) {
    results.push(double(number));
    await nextTurn();
  }
  for (let number = 3; number <= 60; number += 1) results.push(double(number));
  await nextTurn();
  expect(batches.map(({ items }) => items)).toEqual([[1], [2]]);
  batches[1]?.complete();
  await nextTurn();
  expect(batches[2]?.items).toHaveLength(50);
  batches[0]?.complete();
  await nextTurn();
  for (const { complete } of batches.slice(2)) complete();
  expect(await Promise.all(results)).toEqual(results.map((_, index) => 2 * (index + 1)));
});

it('processes each item of a failed batch alone', async () => {
  const processed: (readonly number[])[] = [];
  const double = batch(async (items: readonly number[]) => {
    processed.push(items);
    if (items.includes(2)) throw new Error('not 2');
    return items.map(item => 2 * item);
  });
  const outcomes = await Promise.allSettled([1, 2, 3].map(double));
  expect(outcomes).toMatchObject([{ value: 2 }, { reason: { message: 'not 2' } }, { value: 6 }]);
  expect(processed).toEqual([[1, 2, 3], [1], [2], [3]]);
});

it('does not retry when the database is unavailable, and rejects the queued calls too', async () => {
  const { batches, double } = controlledBatch();
  const calls = [double(1)];
  await nextTurn();
  calls.push(double(2), double(3));
  await nextTurn();
  calls.push(double(4));
  await nextTurn();
  const outcomes = Promise.allSettled(calls);
  batches[1]?.fail(unavailable);
  await nextTurn();
  expect(batches).toHaveLength(2);
  batches[0]?.complete();
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
  ]);
});

it('starts no item whose key a running batch has, and starts the others', async () => {
  const batches: { items: readonly string[]; complete: () => void }[] = [];
  const echo = batch(
    (items: readonly string[]) =>
      new Promise<readonly string[]>(resolve => {
        batches.push({ items, complete: () => resolve(items) });
      }),
    { keyOf: item => item.charAt(0) },
  );
  const results = [echo('a1'), echo('b1')];
  await nextTurn();
  results.push(echo('a2'), echo('c1'), echo('b2'));
  await nextTurn();
  expect(batches.map(({ items }) => items)).toEqual([['a1', 'b1'], ['c1']]);
  batches[0]?.complete();
  await nextTurn();
  expect(batches[2]?.items).toEqual(['a2', 'b2']);
  for (const { complete } of batches) complete();
  expect(await Promise.all(results)).toEqual(['a1', 'b1', 'a2', 'c1', 'b2']);
});

it('runs one batch of a key at a time, and batches of different keys concurrently', async () => {
  const batches: { key: string; items: readonly number[]; complete: () => void }[] = [];
  const double = batchByKey(
    (key: string, items: readonly number[]) =>
      new Promise<number[]>(resolve => {
        batches.push({ key, items, complete: () => resolve(items.map(item => 2 * item)) });
      }),
  );
  const first = double('a', 1);
  await nextTurn();
  const later = Promise.all([double('a', 2), double('a', 3), double('b', 4)]);
  await nextTurn();
  expect(batches.map(({ key, items }) => [key, items])).toEqual([
    ['a', [1]],
    ['b', [4]],
  ]);
  batches[0]?.complete();
  expect(await first).toBe(2);
  await nextTurn();
  expect(batches[2]?.items).toEqual([2, 3]);
  for (const { complete } of batches) complete();
  expect(await later).toEqual([4, 6, 8]);
});
