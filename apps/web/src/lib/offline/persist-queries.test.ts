import { type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { storedKeys, storedQuery, storeQuery } from '../../../test/query-store.ts';
import { ApiError, noConnection } from '../api.ts';
import { createQueryClient } from '../query-client.ts';
import { isOfflineShell } from './offline-shell.ts';
import { persistQueries } from './persist-queries.ts';

const SESSION = ['session'];
const ana = { _id: 'ana' };
afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset.offlineShell;
});

const AT = Date.now() - 60_000;

/** Advances the faked timers, then lets the store, whose tasks are real, finish its reads. */
async function advance(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let reads = 0; reads < 4; reads++) {
    await storedQuery(SESSION);
    await vi.advanceTimersByTimeAsync(0);
  }
}

const store = (entries: [QueryKey, unknown][]) =>
  Promise.all(entries.map(([queryKey, data]) => storeQuery(queryKey, data, { at: AT })));

function observe(
  client: ReturnType<typeof createQueryClient>,
  queryFn: () => Promise<unknown>,
  { isPersisted = true, name = 'list' } = {},
) {
  const observer = new QueryObserver(client, {
    queryKey: [name],
    queryFn,
    meta: { isPersisted },
    retry: false,
  });
  observer.subscribe(() => {});
  return observer;
}

const unreachable = () => Promise.reject(noConnection());
const withList: [QueryKey, unknown][] = [
  [SESSION, ana],
  [['list'], ['minga']],
  [['other'], ['siembra']],
];

test.each([
  ['fails after the start', true],
  ['failed before the start', false],
])('restores a query that %s', async (_, isStarted) => {
  await store(withList);
  const client = createQueryClient();
  if (isStarted) persistQueries(client, SESSION);
  const list = observe(client, unreachable);
  await expect.poll(() => list.getCurrentResult().failureReason).not.toBeNull();
  if (!isStarted) persistQueries(client, SESSION);
  await expect.poll(() => list.getCurrentResult()).toMatchObject({ data: ['minga'], dataUpdatedAt: AT });
});

test.each([
  ['restores when the database is unavailable', new ApiError(503, 'UNAVAILABLE', ['Más tarde']), ['minga']],
  ['restores when a proxy responds with 502', new ApiError(502, 'UNREADABLE', ['…']), ['minga']],
  ['restores when a proxy sends a message of its own', new ApiError(502, 'UNSPECIFIED', ['…']), ['minga']],
  ['restores when a captive portal responds', new ApiError(200, 'UNREADABLE', ['…']), ['minga']],
  ['does not restore on 403', new ApiError(403, 'FORBIDDEN', ['No']), undefined],
  ['does not restore on 429', new ApiError(429, 'RATE_LIMITED', ['Espera']), undefined],
  ['does not restore on 500', new ApiError(500, 'INTERNAL', ['Algo falló']), undefined],
])('%s', async (_, error, shown) => {
  await store(withList);
  const client = createQueryClient();
  persistQueries(client, SESSION);
  const list = observe(client, () => Promise.reject(error));
  await expect.poll(() => list.getCurrentResult()).toMatchObject({ isError: true, data: shown });
});

test('neither persists nor restores queries without the mark', async () => {
  await store(withList);
  const client = createQueryClient();
  persistQueries(client, SESSION);
  client.setQueryData(SESSION, ana);
  const list = observe(client, unreachable, { isPersisted: false });
  await expect.poll(() => list.getCurrentResult().isError).toBe(true);
  client.setQueryData(['list'], ['newer']);
  await expect.poll(() => storedKeys()).toContainEqual(SESSION);
  expect(list.getCurrentResult().data).toEqual(['newer']);
  expect((await storedQuery(['list']))?.data).toEqual(['minga']);
});

test('restores after five seconds without a response, and shows a later response', async () => {
  await store(withList);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const client = createQueryClient();
  persistQueries(client, SESSION);
  client.setQueryData(SESSION, ana);
  let respond = (_: string[]) => {};
  const list = observe(
    client,
    () =>
      new Promise<string[]>(resolve => {
        respond = resolve;
      }),
  );
  await advance(4999);
  expect(list.getCurrentResult().data).toBeUndefined();
  await advance(2);
  expect(list.getCurrentResult().data).toEqual(['minga']);
  respond(['siembra']);
  await advance(1);
  expect(list.getCurrentResult().data).toEqual(['siembra']);
  await expect.poll(async () => (await storedQuery(['list']))?.data).toEqual(['siembra']);
});

const silent = () => new Promise<never>(() => {});

test('after one timeout restores at once, until a response arrives', async () => {
  await store(withList);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const client = createQueryClient();
  persistQueries(client, SESSION);
  observe(client, silent);
  await advance(5001);
  const other = observe(client, silent, { name: 'other' });
  await advance(1);
  expect(other.getCurrentResult().data).toEqual(['siembra']);

  observe(client, async () => 'response', { name: 'third', isPersisted: false });
  await advance(1);
  client.removeQueries({ queryKey: ['list'] });
  const list = observe(client, silent);
  await advance(4000);
  expect(list.getCurrentResult().data).toBeUndefined();
});

test('a refetch has a timeout of its own', async () => {
  await store(withList);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const client = createQueryClient();
  persistQueries(client, SESSION);
  client.setQueryData(SESSION, ana);
  const queryFn = vi.fn<() => Promise<unknown>>(async () => ['now']);
  observe(client, queryFn);
  await advance(4500);
  queryFn.mockImplementation(silent);
  void client.refetchQueries({ queryKey: ['list'] });
  await advance(1000);
  const other = observe(client, silent, { name: 'other' });
  await advance(1);
  expect(other.getCurrentResult().data).toBeUndefined();
});

test('the offline shell restores at once', async () => {
  await store(withList);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  document.documentElement.dataset.offlineShell = '';
  const client = createQueryClient();
  persistQueries(client, SESSION);
  const list = observe(client, silent);
  await advance(1);
  expect(list.getCurrentResult().data).toEqual(['minga']);
  expect(isOfflineShell()).toBe(true);
  observe(client, async () => 'response', { name: 'other' });
  await advance(1);
  expect(isOfflineShell()).toBe(false);
});
