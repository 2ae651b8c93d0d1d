import { type CheckInItem, type CheckInOutcome, checkIn, undoCheckIn } from '@minga/contract/check-ins';
import { createStore, setMany, values } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  anArrival,
  anOutcome,
  deleteArrivals,
  idOf,
  NINE,
  readArrivals,
  storeArrivals,
  TASK,
} from '../../../test/arrival.ts';
import { declareResponses, errorResponse, type Responses, respond } from '../../../test/server.ts';
import { followSending, sendEntries, startOutbox } from '../../lib/outbox.ts';
import { hasMark } from '../../lib/outbox-store.ts';
import { createQueryClient } from '../../lib/server/query-client.ts';
import { doorQuery } from './api.ts';
import { type Arrival, arrivalKind } from './arrivals.ts';
import 'fake-indexeddb/auto';

describe('sending', () => {
  const params = { taskId: TASK };
  /** Now, as old arrivals are deleted. */
  const NOTED = Date.now();
  const noted = (number: number, changes: Partial<Arrival> = {}) =>
    anArrival(number, { at: NOTED + number, ...changes });
  const itemsOf = (body: unknown) => (body as { items: CheckInItem[] }).items;
  const checkedIn = ({ id, attendanceId }: CheckInItem): CheckInOutcome => ({
    id,
    result: 'checked-in',
    attendanceId: attendanceId ?? null,
    checkedInAt: NINE,
  });
  const accepting = respond(
    checkIn,
    ({ body }) => ({ body: { results: itemsOf(body).map(checkedIn) } }),
    params,
  );

  beforeEach(deleteArrivals);

  /** Stores arrivals, sends what the device has of the account, and returns the requests. */
  async function send(arrivals: readonly Arrival[], responses: Responses, owner = 'ana') {
    await storeArrivals(arrivals);
    const requests = declareResponses(responses);
    await sendEntries(createQueryClient(), arrivalKind, owner);
    return requests;
  }

  test('sends in the order in which they were noted, at most 500 at a time, and keeps what the server answered', async () => {
    const arrivals = Array.from({ length: 501 }, (_, number) => noted(501 - number));
    const requests = await send(arrivals, accepting);
    expect(requests.map(({ body }) => itemsOf(body).length)).toEqual([500, 1]);
    expect(requests.flatMap(({ body }) => itemsOf(body).map(({ attendanceId }) => attendanceId))).toEqual(
      Array.from({ length: 501 }, (_, number) => idOf(number + 1)),
    );
    expect(hasMark()).toBe(false);
    expect((await readArrivals('ana')).every(({ outcome }) => outcome?.result === 'checked-in')).toBe(true);
  });

  test('what could not be sent stays, marked as sent perhaps', async () => {
    await send([noted(1)], respond(checkIn, 'unreachable', params));
    expect(await readArrivals('ana')).toMatchObject([{ isAttempted: true, outcome: null }]);
    expect(hasMark()).toBe(true);
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
    const again = { item: { id: idOf(9), attendanceId: idOf(1), at: NINE }, at: NOTED + 2 };
    const requests = await send([noted(1, undone), noted(1, again)], serverWith(arrived));
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'POST']);
    expect([...arrived]).toEqual([idOf(1)]);
    expect(await readArrivals('ana')).toMatchObject([{ ...again, outcome: { result: 'checked-in' } }]);
  });

  test('requests the list again only if it was being requested before', async () => {
    const { queryKey } = doorQuery(TASK);
    const activity = {
      _id: TASK,
      title: 'Siembra',
      date: NINE,
      endDate: null,
      place: '',
      capacity: null,
      selfCheckIn: false,
    };
    const queryClient = createQueryClient();
    queryClient.setQueryData(queryKey, { activity, attendances: [] });
    const isOutdated = async (number: number) => {
      await storeArrivals([noted(number)]);
      declareResponses(accepting);
      await sendEntries(queryClient, arrivalKind, 'ana');
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

describe('retries', () => {
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
    await storeArrivals([anArrival(1, { at: Date.now() })]);
    const requests = declareResponses(respond(checkIn, 'unreachable', { taskId: TASK }));
    const first = nextFailure();
    startOutbox(createQueryClient(), [{ load: async () => arrivalKind, owner: () => 'ana' }]);
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

describe('what the former version stored', () => {
  const ID = '3f2c1b1e-6f0a-4d55-9a38-0d1f6f9b7a15';
  /** As it wrote them: by the id of the item, in a database of their own. */
  const former = (id: string, changes = {}) => ({
    owner: 'ana',
    taskId: TASK,
    name: 'Ana + 2',
    item: { id, at: NINE, attendanceId: idOf(1) },
    notedAt: Date.now(),
    isAttempted: false,
    isUndone: false,
    outcome: null,
    ...changes,
  });
  const store = createStore('minga-door', 'arrivals');

  /** A new page of the present version in this browser. */
  async function openPage() {
    vi.resetModules();
    const [{ readEntries }, { arrivalKind: kind }] = await Promise.all([
      import('../../lib/outbox.ts'),
      import('./arrivals.ts'),
    ]);
    return (owner: string) => readEntries(kind, owner);
  }

  beforeEach(deleteArrivals);

  test('nothing: the reading creates no database', async () => {
    const databases = async () => (await indexedDB.databases()).map(({ name }) => name);
    await (await openPage())('ana');
    expect(await databases()).not.toContain('minga-door');
  });

  test('is taken over with its marks, and removed', async () => {
    const { notedAt, ...arrival } = former(ID, { isAttempted: true, isUndone: true });
    await setMany(
      [
        [ID, { ...arrival, notedAt }],
        [idOf(7), former(idOf(7), { owner: 'luis' })],
        [idOf(8), former(idOf(8), { notedAt: notedAt + 2, outcome: anOutcome(1, { result: 'already' }) })],
      ],
      store,
    );
    localStorage.setItem('minga.door-unsent', '1');
    const read = await openPage();
    expect(await read('ana')).toEqual([
      { ...arrival, kind: 'arrival', key: ID, at: notedAt },
      expect.objectContaining({ key: idOf(8), outcome: anOutcome(1, { result: 'already' }) }),
    ]);
    expect(await read('luis')).toMatchObject([{ key: idOf(7), item: { id: idOf(7) } }]);
    expect(await values(store)).toEqual([]);
    expect(localStorage.getItem('minga.door-unsent')).toBe('1');
  });

  test('is sent, as what is noted since, in the order in which it was noted', async () => {
    await setMany([[ID, former(ID, { notedAt: Date.now() - 1 })]], store);
    vi.resetModules();
    const [{ sendEntries: send, addEntry }, { arrivalKind: kind }] = await Promise.all([
      import('../../lib/outbox.ts'),
      import('./arrivals.ts'),
    ]);
    const requests = declareResponses(respond(checkIn, { body: { results: [] } }, { taskId: TASK }));
    await addEntry(kind, anArrival(2, { at: Date.now() }));
    await send(createQueryClient(), kind, 'ana');
    expect(requests.flatMap(({ body }) => (body as { items: CheckInItem[] }).items)).toMatchObject([
      { id: ID, at: NINE, attendanceId: idOf(1) },
      { attendanceId: idOf(2) },
    ]);
  });

  test('stays where the browser refuses to store it elsewhere, and is sent', async () => {
    await setMany([[ID, former(ID)]], store);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await (await openPage())('ana')).toMatchObject([{ key: ID, outcome: null }]);
    expect(await values(store)).toHaveLength(1);
  });
});
