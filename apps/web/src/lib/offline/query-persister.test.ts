import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { storedKeys, storedQuery, storeQuery } from '../../../test/query-store.ts';
import { setLiveState } from '../live/live-state.ts';
import { createQueryClient } from '../query-client.ts';
import { createQueryPersister, MAX_AGE_MS } from './query-persister.ts';
import { queryStore } from './query-store.ts';

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
  const parts = (data: unknown) => (data as string[]).map(name => ({ queryKey: ['one', name], data: name }));
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
