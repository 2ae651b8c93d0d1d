import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createPoller, POLL_INTERVAL_MS, type PollTask } from './poller.ts';

const log = createLog('silent');
let stopAll: (() => Promise<void>)[] = [];
function startRounds(rounds: Record<string, PollTask>) {
  const made = createPoller(rounds, { log });
  stopAll.push(made.stop);
  made.start();
  return made;
}
const nextRound = () => vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS);

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  for (const stop of stopAll) await stop();
  stopAll = [];
  vi.useRealTimers();
});

it('makes each round at once and then every few seconds, one after the other', async () => {
  const made: string[] = [];
  startRounds({ one: async () => void made.push('one'), two: async () => void made.push('two') });
  await vi.advanceTimersByTimeAsync(0);
  expect(made).toEqual(['one', 'two']);
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS - 1);
  expect(made).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(made).toEqual(['one', 'two', 'one', 'two']);
});

it('goes on after a round that failed, and with the others', async () => {
  let made = 0;
  startRounds({
    broken: () => Promise.reject(new Error('the database is away')),
    whole: async () => void made++,
  });
  await nextRound();
  await nextRound();
  expect(made).toBe(3);
});

it('begins none while one is under way; stop asks it to end, waits for it, and lets none follow', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let begun = 0;
  let isDone = false;
  const rounds = startRounds({
    long: async leaving => {
      begun++;
      leaving.addEventListener('abort', () => resolve());
      await promise;
      isDone = true;
    },
    after: async () => void begun++,
  });
  await nextRound();
  await nextRound();
  expect([begun, isDone]).toEqual([1, false]);
  await rounds.stop();
  await nextRound();
  expect([begun, isDone]).toEqual([1, true]);
});
