import { type CheckInItem, type CheckInOutcome, checkIn, undoCheckIn } from '@minga/contract/check-ins';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anArrival, idOf, NINE, TASK } from '../../../test/arrival.ts';
import { declareResponses, errorResponse, type Responses, respond } from '../../../test/server.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { doorQuery } from './api.ts';
import { type Arrival, deleteArrivals, readArrivals, storeArrivals } from './arrivals.ts';
import { followSending, sendArrivals, startSending } from './sending.ts';
import { hasUnsentMark } from './unsent-mark.ts';
import 'fake-indexeddb/auto';

describe('send-arrivals', () => {
  const params = { taskId: TASK };
  /** Now, as old arrivals are deleted. */
  const NOTED = Date.now();
  const noted = (number: number, changes: Partial<Arrival> = {}) =>
    anArrival(number, { notedAt: NOTED + number, ...changes });
  const itemsOf = (body: unknown) => (body as { items: CheckInItem[] }).items;
  const checkedIn = ({ id, attendanceId }: CheckInItem): CheckInOutcome => ({
    ...{ id, result: 'checked-in', attendanceId: attendanceId ?? null },
    checkedInAt: NINE,
  });
  const accepting = respond(
    checkIn,
    ({ body }) => ({ body: { results: itemsOf(body).map(checkedIn) } }),
    params,
  );

  beforeEach(async () => deleteArrivals([...(await readArrivals('ana')), ...(await readArrivals('luis'))]));

  /** Sends what a device has stored, as after a restart of the browser, and returns the requests. */
  async function send(arrivals: readonly Arrival[], responses: Responses, owner = 'ana') {
    await storeArrivals(arrivals);
    const requests = declareResponses(responses);
    await sendArrivals(createQueryClient(), owner);
    return requests;
  }

  test('sends in the order in which they were noted, at most 500 at a time, and keeps what the server answered', async () => {
    const arrivals = Array.from({ length: 501 }, (_, number) => noted(501 - number));
    const requests = await send(arrivals, accepting);
    expect(requests.map(({ body }) => itemsOf(body).length)).toEqual([500, 1]);
    expect(requests.flatMap(({ body }) => itemsOf(body).map(({ attendanceId }) => attendanceId))).toEqual(
      Array.from({ length: 501 }, (_, number) => idOf(number + 1)),
    );
    expect(hasUnsentMark()).toBe(false);
    expect((await readArrivals('ana')).every(({ outcome }) => outcome?.result === 'checked-in')).toBe(true);
  });

  test('what could not be sent stays, marked as sent perhaps', async () => {
    await send([noted(1)], respond(checkIn, 'unreachable', params));
    expect(await readArrivals('ana')).toMatchObject([{ isAttempted: true, outcome: null }]);
    expect(hasUnsentMark()).toBe(true);
    const requests = await send([], accepting);
    expect(itemsOf(requests[0]?.body)).toMatchObject([{ id: noted(1).item.id }]);
  });

  test('another account neither sees nor sends it', async () => {
    expect(await send([noted(1)], {}, 'luis')).toEqual([]);
    expect(await readArrivals('luis')).toEqual([]);
  });

  const undone = { isAttempted: true, isUndone: true };
  /** The server's list of who has arrived, with a party that another device admitted. */
  function serverWith(arrived: Set<string>): Responses {
    const checkInOne = (item: CheckInItem): CheckInOutcome => {
      const result = arrived.has(item.attendanceId ?? '') ? 'already' : 'checked-in';
      arrived.add(item.attendanceId ?? '');
      return { ...checkedIn(item), result };
    };
    const undo = () => ({ status: arrived.delete(idOf(1)) ? 204 : 500 });
    return {
      ...respond(checkIn, ({ body }) => ({ body: { results: itemsOf(body).map(checkInOne) } }), params),
      ...respond(undoCheckIn, undo, { id: idOf(1) }),
    };
  }

  test('an arrival that was undone while it was sent is sent, so that its outcome is known, and undone', async () => {
    const arrived = new Set([idOf(2)]);
    const requests = await send([noted(1, undone), noted(2, undone)], serverWith(arrived));
    // An earlier admission by another device stays.
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'POST']);
    expect([...arrived]).toEqual([idOf(2)]);
    expect(await readArrivals('ana')).toEqual([]);
  });

  test('a party that was undone and admitted again has arrived', async () => {
    const arrived = new Set<string>();
    const again = { item: { id: idOf(9), attendanceId: idOf(1), at: NINE }, notedAt: NOTED + 2 };
    const requests = await send([noted(1, undone), noted(1, again)], serverWith(arrived));
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'POST']);
    expect([...arrived]).toEqual([idOf(1)]);
    expect(await readArrivals('ana')).toMatchObject([{ ...again, outcome: { result: 'checked-in' } }]);
  });

  test('requests the list again only if it was being requested before', async () => {
    const { queryKey } = doorQuery(TASK);
    const activity = { _id: TASK, title: 'Siembra', date: NINE, endDate: null, place: '', capacity: null };
    const queryClient = createQueryClient();
    queryClient.setQueryData(queryKey, { activity, attendances: [] });
    const isOutdated = async (number: number) => {
      await storeArrivals([noted(number)]);
      declareResponses(accepting);
      // The device's arrivals are read again.
      queryClient.removeQueries({ queryKey: ['door-arrivals'] });
      await sendArrivals(queryClient, 'ana');
      return queryClient.getQueryState(queryKey)?.isInvalidated;
    };
    expect(await isOutdated(1)).toBe(false);
    const pending = { ...doorQuery(TASK), queryFn: () => new Promise<never>(() => {}), staleTime: 0 };
    const older = queryClient.fetchQuery(pending).catch(() => 'cancelled');
    expect(await isOutdated(2)).toBe(true);
    await older;
  });

  test('one invalid arrival does not hold back the others', async () => {
    const walkIn = { name: 'x'.repeat(81), companions: 0 };
    const invalid = noted(1, { item: { id: idOf(9), walkIn, at: NINE } });
    await send(
      [invalid, noted(2)],
      respond(
        checkIn,
        ({ body }) =>
          itemsOf(body).some(item => item.walkIn !== undefined)
            ? errorResponse(400, 'El nombre es muy largo')
            : { body: { results: itemsOf(body).map(checkedIn) } },
        params,
      ),
    );
    expect(await readArrivals('ana')).toMatchObject([
      { outcome: { result: 'refused', refusal: 'El nombre es muy largo' } },
      { outcome: { result: 'checked-in' } },
    ]);
  });
});

describe('start-sending', () => {
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
});
