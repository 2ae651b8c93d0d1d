import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createPoller, POLL_INTERVAL_MS, type PollTask } from './polling.ts';

const log = createLog('silent');
let stopAll: (() => Promise<void>)[] = [];
function startPoller(tasks: Record<string, PollTask>) {
  const poller = createPoller(tasks, { log });
  stopAll.push(poller.stop);
  poller.start();
  return poller;
}
const nextPoll = () => vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS);

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  for (const stop of stopAll) await stop();
  stopAll = [];
  vi.useRealTimers();
});

it('runs the tasks in order, at once and at each interval', async () => {
  const runs: string[] = [];
  startPoller({ one: async () => void runs.push('one'), two: async () => void runs.push('two') });
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toEqual(['one', 'two']);
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS - 1);
  expect(runs).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toEqual(['one', 'two', 'one', 'two']);
});

it('continues with the other tasks after one fails', async () => {
  let runs = 0;
  startPoller({
    failing: () => Promise.reject(new Error('the database is unavailable')),
    working: async () => void runs++,
  });
  await nextPoll();
  await nextPoll();
  expect(runs).toBe(3);
});

it('starts no task while one is running; stop aborts it, waits for it and starts no other', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let started = 0;
  let isDone = false;
  const poller = startPoller({
    slow: async signal => {
      started++;
      signal.addEventListener('abort', () => resolve());
      await promise;
      isDone = true;
    },
    next: async () => void started++,
  });
  await nextPoll();
  await nextPoll();
  expect([started, isDone]).toEqual([1, false]);
  await poller.stop();
  await nextPoll();
  expect([started, isDone]).toEqual([1, true]);
});
