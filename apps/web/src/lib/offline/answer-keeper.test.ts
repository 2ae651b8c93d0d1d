import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { createQueryClient } from '../query-client.ts';
import { createAnswerKeeper } from './answer-keeper.ts';
import type { KeptAnswer } from './kept-answers.ts';

const SESSION: QueryKey = ['session'];
const LIST: QueryKey = ['list'];
const [ana, luis] = [{ _id: 'ana' }, { _id: 'luis' }];

/** What stands for the browser's own store, which jsdom has not. */
let kept: Map<string, KeptAnswer>;
const answers = {
  storeAnswers: async (named: (readonly [string, KeptAnswer])[]) => {
    for (const [name, answer] of named) kept.set(name, answer);
  },
  keptAnswer: async (name: string) => kept.get(name),
  forgetAnswers: async () => kept.clear(),
  forgetOldAnswers: async () => {},
};
beforeEach(() => {
  kept = new Map();
});

const open = () => {
  const client = createQueryClient();
  return { client, keeper: createAnswerKeeper(client, SESSION, answers) };
};
const queryOf = (client: QueryClient, queryKey: QueryKey) =>
  client.getQueryCache().build(client, { queryKey });

/** Somebody is known to be here, and the list has been answered. */
async function visit(who: { _id: string } | null, list?: unknown) {
  const { client, keeper } = open();
  client.setQueryData(SESSION, who);
  await keeper.keep(queryOf(client, SESSION));
  if (list !== undefined) {
    client.setQueryData(LIST, list);
    await keeper.keep(queryOf(client, LIST));
  }
  return { client, keeper };
}

async function brought(
  client: QueryClient,
  keeper: ReturnType<typeof createAnswerKeeper>,
  queryKey: QueryKey,
) {
  await keeper.bringBack(queryOf(client, queryKey));
  return client.getQueryState(queryKey);
}

test('what was kept is brought back as old as it is, also before it is known who is here', async () => {
  const before = await visit(ana, ['minga']);
  const at = before.client.getQueryState(LIST)?.dataUpdatedAt;
  const { client, keeper } = open();
  expect(await brought(client, keeper, LIST)).toMatchObject({ data: ['minga'], dataUpdatedAt: at });
  expect(await brought(client, keeper, SESSION)).toMatchObject({ data: ana });
});

test('what is there already is not replaced by what was kept', async () => {
  await visit(ana, ['before']);
  const { client, keeper } = open();
  client.setQueryData(LIST, ['now']);
  expect(await brought(client, keeper, LIST)).toMatchObject({ data: ['now'] });
});

test.each([
  ['somebody else', luis],
  ['nobody', null],
])('as soon as %s is signed in, all is forgotten', async (_, next) => {
  await visit(ana, ['of Ana']);
  await visit(next);
  expect([...kept.values()]).toEqual([{ owner: next?._id ?? null, at: expect.any(Number), data: next }]);
});

test('what was kept for one is never brought back to another, even where it could not be forgotten', async () => {
  await visit(ana, ['of Ana']);
  const { client, keeper } = open();
  client.setQueryData(SESSION, luis);
  expect(await brought(client, keeper, LIST)).toMatchObject({ data: undefined });
});

test('an answer waits until it is known whose it is', async () => {
  const { client, keeper } = open();
  client.setQueryData(LIST, ['minga']);
  await keeper.keep(queryOf(client, LIST));
  expect(kept.size).toBe(0);
  client.setQueryData(SESSION, ana);
  await keeper.keep(queryOf(client, SESSION));
  expect(kept.get('["list"]')).toMatchObject({ owner: 'ana', data: ['minga'] });
});

test('an answer of a session that ends before it is written is not kept', async () => {
  const { client, keeper } = await visit(ana);
  client.setQueryData(LIST, ['of Ana']);
  const writing = keeper.keep(queryOf(client, LIST));
  client.setQueryData(SESSION, null);
  void client.resetQueries({ queryKey: LIST });
  await Promise.all([writing, keeper.keep(queryOf(client, SESSION))]);
  expect([...kept.values()].map(({ data }) => data)).toEqual([null]);
});

test('of a list that comes page by page the first page is kept', async () => {
  await visit(null, { pages: ['first', 'second'], pageParams: [0, 24] });
  expect(kept.get('["list"]')?.data).toEqual({ pages: ['first'], pageParams: [0] });
});

test('what a list contains is kept as an answer of its own', async () => {
  const { client, keeper } = await visit(ana);
  const parts = (data: unknown) => (data as string[]).map(name => ({ queryKey: ['one', name], data: name }));
  const list = client.getQueryCache().build(client, { queryKey: LIST, meta: { isKept: true, parts } });
  client.setQueryData(LIST, ['minga', 'olla']);
  await keeper.keep(list);
  const later = open();
  expect(await brought(later.client, later.keeper, ['one', 'olla'])).toMatchObject({ data: 'olla' });
});

test('what is brought back is not written anew, over what may be younger', async () => {
  await visit(ana, ['before']);
  const { client, keeper } = open();
  await brought(client, keeper, SESSION);
  await brought(client, keeper, LIST);
  kept.set('["list"]', { owner: 'ana', at: Date.now(), data: ['younger'] });
  await keeper.keep(queryOf(client, LIST));
  expect(kept.get('["list"]')).toMatchObject({ data: ['younger'] });
});

test('a store that fails once is used again', async () => {
  const { client, keeper } = await visit(ana);
  const failing = { ...answers, storeAnswers: () => Promise.reject(new Error('full')) };
  const unlucky = createAnswerKeeper(client, SESSION, failing);
  client.setQueryData(LIST, ['minga']);
  await expect(unlucky.keep(queryOf(client, LIST))).rejects.toThrow('full');
  await keeper.keep(queryOf(client, LIST));
  expect(kept.get('["list"]')).toMatchObject({ data: ['minga'] });
});
