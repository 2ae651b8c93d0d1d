import { type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { storedKeys, storedQuery, storeQuery } from '../../../test/query-store.ts';
import { setLiveState } from '../live/live.ts';
import { isOfflineShell } from '../offline/offline-shell.ts';
import { ApiError, noConnection } from './api.ts';
import { createQueryPersister, MAX_AGE_MS, persistQueries } from './persisted-queries.ts';
import { createQueryClient } from './query-client.ts';
import { queryStore } from './query-store.ts';

describe('persist-queries', () => {
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
});

describe('query-persister', () => {
  const SESSION: QueryKey = ['session'];
  const LIST: QueryKey = ['list'];
  const [ana, luis] = [{ _id: 'ana' }, { _id: 'luis' }];

  beforeEach(() => setLiveState('connected'));

  const open = () => {
    const client = createQueryClient();
    return { client, persister: createQueryPersister(client, SESSION) };
  };
  const queryOf = (client: QueryClient, queryKey: QueryKey) =>
    client.getQueryCache().build(client, { queryKey });

  /** A visit whose session is known and whose list has been fetched. */
  async function visit(user: { _id: string } | null, list?: unknown) {
    const { client, persister } = open();
    client.setQueryData(SESSION, user);
    await persister.persist(queryOf(client, SESSION));
    if (list !== undefined) {
      client.setQueryData(LIST, list);
      await persister.persist(queryOf(client, LIST));
    }
    return { client, persister };
  }

  async function restored({ client, persister }: ReturnType<typeof open>, queryKey: QueryKey) {
    await persister.restore(queryOf(client, queryKey));
    // The library hands the entry over in a task of its own.
    await new Promise(resolve => setTimeout(resolve));
    return client.getQueryState(queryKey);
  }

  test('restores data with their age, even before the session is known', async () => {
    const before = await visit(ana, ['minga']);
    const at = before.client.getQueryState(LIST)?.dataUpdatedAt;
    const after = open();
    expect(await restored(after, LIST)).toMatchObject({ data: ['minga'], dataUpdatedAt: at });
    expect(await restored(after, SESSION)).toMatchObject({ data: ana });
  });

  test('does not replace data that are present', async () => {
    await visit(ana, ['before']);
    const after = open();
    after.client.setQueryData(LIST, ['now']);
    expect(await restored(after, LIST)).toMatchObject({ data: ['now'] });
  });

  test.each([
    ['another user', luis, 'luis'],
    ['no user', null, 'visitor'],
  ])('as soon as %s is signed in, deletes all persisted data', async (_, next, owner) => {
    await visit(ana, ['of Ana']);
    await visit(next);
    expect(await storedKeys()).toEqual([SESSION]);
    expect(await storedQuery(SESSION)).toEqual({ owner, data: next });
  });

  test('never restores the data of another user, even if they could not be deleted', async () => {
    await visit(ana, ['of Ana']);
    const after = open();
    after.client.setQueryData(SESSION, luis);
    expect(await restored(after, LIST)).toMatchObject({ data: undefined });
  });

  test('waits with data until their owner is known', async () => {
    const { client, persister } = open();
    client.setQueryData(LIST, ['minga']);
    await persister.persist(queryOf(client, LIST));
    expect(await storedKeys()).toEqual([]);
    client.setQueryData(SESSION, ana);
    await persister.persist(queryOf(client, SESSION));
    expect(await storedQuery(LIST)).toEqual({ owner: 'ana', data: ['minga'] });
  });

  test('does not persist data of a session that ends before they are written', async () => {
    const { client, persister } = await visit(ana);
    client.setQueryData(LIST, ['of Ana']);
    const writing = persister.persist(queryOf(client, LIST));
    client.setQueryData(SESSION, null);
    void client.resetQueries({ queryKey: LIST });
    await Promise.all([writing, persister.persist(queryOf(client, SESSION))]);
    expect(await storedKeys()).toEqual([SESSION]);
    expect(await storedQuery(SESSION)).toMatchObject({ data: null });
  });

  test('persists the first page of an infinite query', async () => {
    await visit(null, { pages: ['first', 'second'], pageParams: [0, 24] });
    expect((await storedQuery(LIST))?.data).toEqual({ pages: ['first'], pageParams: [0] });
  });

  test('persists the parts of a list as queries of their own', async () => {
    const { client, persister } = await visit(ana);
    const parts = (data: unknown) =>
      (data as string[]).map(name => ({ queryKey: ['one', name], data: name }));
    const list = client.getQueryCache().build(client, { queryKey: LIST, meta: { isPersisted: true, parts } });
    client.setQueryData(LIST, ['minga', 'olla']);
    await persister.persist(list);
    expect(await restored(open(), ['one', 'olla'])).toMatchObject({ data: 'olla' });
  });

  test('does not write restored data again, over possibly newer data', async () => {
    await visit(ana, ['before']);
    const after = open();
    await restored(after, SESSION);
    await restored(after, LIST);
    await storeQuery(LIST, ['newer']);
    await after.persister.persist(queryOf(after.client, LIST));
    expect(await storedQuery(LIST)).toMatchObject({ data: ['newer'] });
  });

  test('uses the store again after an error', async () => {
    const { client, persister } = await visit(ana);
    const setItem = vi.spyOn(queryStore, 'setItem');
    onTestFinished(() => setItem.mockRestore());
    setItem.mockRejectedValueOnce(new Error('full'));
    client.setQueryData(LIST, ['minga']);
    await expect(persister.persist(queryOf(client, LIST))).rejects.toThrow('full');
    await persister.persist(queryOf(client, LIST));
    expect(await storedQuery(LIST)).toMatchObject({ data: ['minga'] });
  });

  test('deletes data after thirty days', async () => {
    await visit(ana);
    await storeQuery(['young'], [], { at: Date.now() - MAX_AGE_MS + 60_000 });
    await storeQuery(['old'], [], { at: Date.now() - MAX_AGE_MS - 1 });
    expect(await restored(open(), ['old'])).toMatchObject({ data: undefined });
    await storeQuery(['old'], [], { at: Date.now() - MAX_AGE_MS - 1 });
    await visit(ana);
    expect(await storedKeys()).toEqual(expect.arrayContaining([SESSION, ['young']]));
    expect(await storedKeys()).not.toContainEqual(['old']);
  });
});
