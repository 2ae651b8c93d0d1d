import 'fake-indexeddb/auto';
import { checkIn } from '@minga/contract/check-ins';
import { afterEach, expect, test, vi } from 'vitest';
import { anArrival, TASK } from '../../../test/arrival.ts';
import { declareResponses, respond } from '../../../test/server.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { storeArrivals } from './arrival-store.ts';
import { followSending } from './sending-state.ts';
import { startSending } from './start-sending.ts';

afterEach(() => vi.useRealTimers());

const nextFailure = () =>
  new Promise<void>(resolve => {
    const stop = followSending(() => {
      stop();
      resolve();
    });
  });

test('a failed batch is sent again soon, then less and less often', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  await storeArrivals([anArrival(1, { notedAt: Date.now() })]);
  const requests = declareResponses(respond(checkIn, 'unreachable', { taskId: TASK }));
  const first = nextFailure();
  startSending(createQueryClient(), () => 'ana');
  await first;
  for (const [count, delay] of [2_500, 5_000, 10_000, 20_000, 20_000].entries()) {
    await vi.advanceTimersByTimeAsync(delay - 1);
    expect(requests).toHaveLength(count + 1);
    const next = nextFailure();
    await vi.advanceTimersByTimeAsync(1);
    await next;
  }
});
