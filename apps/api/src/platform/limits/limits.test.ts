import { afterEach, expect, test, vi } from 'vitest';
import { NOON } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { createLimits, type Limit } from './limits.ts';

const limit: Limit = { name: 'trial', times: 2, seconds: 60 };
const limits = createLimits((await testDatabase()).connection.pool, 1);
const HOUR_SECONDS = 60 * 60;

const secondsAfterNoon = (seconds: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: NOON.getTime() + seconds * 1000 });
const refused = { code: 'RATE_LIMITED' };

afterEach(() => void vi.useRealTimers());

async function useUp(who: string): Promise<void> {
  for (let time = 0; time < limit.times; time += 1) await limits.count(limit, who);
  await expect(limits.count(limit, who)).rejects.toMatchObject(refused);
}

test('what was used up while the clock was an hour ahead refuses nobody once it is right', async () => {
  secondsAfterNoon(HOUR_SECONDS);
  await useUp('ana@example.org');
  secondsAfterNoon(0);
  // The limit itself holds: as many times as ever.
  await useUp('ana@example.org');
  secondsAfterNoon(limit.seconds);
  await useUp('ana@example.org');
});

test('a machine whose clock is a little ahead of the other gives nobody more', async () => {
  secondsAfterNoon(2);
  await useUp('luz@example.org');
  secondsAfterNoon(0);
  await expect(limits.count(limit, 'luz@example.org')).rejects.toMatchObject(refused);
});
