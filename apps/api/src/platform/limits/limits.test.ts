import { afterEach, expect, test, vi } from 'vitest';
import { NOON } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { createLimits, type Limit } from './limits.ts';

const limit: Limit = { name: 'trial', times: 2, seconds: 60 };
const limits = createLimits((await testDatabase()).connection.pool, 1);
const HOUR_SECONDS = 60 * 60;

const secondsAfterNoon = (seconds: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: NOON.getTime() + seconds * 1000 });
const rejected = { code: 'RATE_LIMITED' };

afterEach(() => void vi.useRealTimers());

async function exhaust(subject: string): Promise<void> {
  for (let time = 0; time < limit.times; time += 1) await limits.count(limit, subject);
  await expect(limits.count(limit, subject)).rejects.toMatchObject(rejected);
}

test('calls counted while the clock was an hour ahead do not count after it is corrected', async () => {
  secondsAfterNoon(HOUR_SECONDS);
  await exhaust('ana@example.org');
  secondsAfterNoon(0);
  // The limit itself still applies.
  await exhaust('ana@example.org');
  secondsAfterNoon(limit.seconds);
  await exhaust('ana@example.org');
});

test('a machine whose clock is slightly ahead of another allows no additional calls', async () => {
  secondsAfterNoon(2);
  await exhaust('luz@example.org');
  secondsAfterNoon(0);
  await expect(limits.count(limit, 'luz@example.org')).rejects.toMatchObject(rejected);
});

test('different items of a subject are counted once each; one beyond the limit is rejected at every attempt', async () => {
  const use = (item: string) => limits.countDifferent(limit, '203.0.113.7', item);
  for (const item of [
    'uno@example.org',
    'UNO@example.org'.toLowerCase(),
    'uno+x@example.org',
    'dos@example.org',
  ])
    await use(item);
  await expect(use('tres@example.org')).rejects.toMatchObject(rejected);
  await expect(use('tres@example.org')).rejects.toMatchObject(rejected);
  await use('dos@example.org');
  await limits.countDifferent(limit, '203.0.113.8', 'tres@example.org');
});

test('tryCount reports the limit without an error, for each combination of subjects', async () => {
  const allowed: boolean[] = [];
  for (let time = 0; time < 3; time += 1) allowed.push(await limits.tryCount(limit, 'a', 'b'));
  expect(allowed).toEqual([true, true, false]);
  expect(await limits.tryCount(limit, 'a', 'c')).toBe(true);
});

test('concurrent attempts with an item beyond the limit are all rejected', async () => {
  const use = (item: string) => limits.countDifferent(limit, '203.0.113.9', item);
  for (const item of ['a', 'b']) await use(item);
  const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => use('c')));
  expect(attempts.map(({ status }) => status)).toEqual(Array(10).fill('rejected'));
});
