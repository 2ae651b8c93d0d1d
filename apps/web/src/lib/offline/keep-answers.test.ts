import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { noConnection } from '../api.ts';
import { createQueryClient } from '../query-client.ts';
import { keepAnswers } from './keep-answers.ts';
import type { KeptAnswer } from './kept-answers.ts';

const SESSION = ['session'];
const ana = { _id: 'ana' };
const AT = Date.parse('2026-11-21T15:00:00.000Z');

/** What stands for the browser's own store, which jsdom has not. */
function store(...kept: [string, unknown][]) {
  const map = new Map(kept.map(([name, data]) => [name, { owner: 'ana', at: AT, data } as KeptAnswer]));
  const answers = {
    storeAnswers: async (named: (readonly [string, KeptAnswer])[]) => {
      for (const [name, answer] of named) map.set(name, answer);
    },
    keptAnswer: async (name: string) => map.get(name),
    forgetAnswers: async () => map.clear(),
    forgetOldAnswers: async () => {},
  };
  return { map, answers };
}

function ask(client: ReturnType<typeof createQueryClient>, queryFn: () => Promise<unknown>, isKept = true) {
  const observer = new QueryObserver(client, { queryKey: ['list'], queryFn, meta: { isKept }, retry: false });
  observer.subscribe(() => {});
  return observer;
}

const unreachable = () => Promise.reject(noConnection());
const withList: [string, unknown][] = [
  ['["session"]', ana],
  ['["list"]', ['minga']],
];

test.each([
  ['fails after it was begun', true],
  ['has failed before it was begun', false],
])('a query that %s shows what was kept', async (_, isBefore) => {
  const { answers } = store(...withList);
  const client = createQueryClient();
  if (isBefore) keepAnswers(client, SESSION, answers);
  const list = ask(client, unreachable);
  await vi.waitFor(() => expect(list.getCurrentResult().failureReason).not.toBeNull());
  if (!isBefore) keepAnswers(client, SESSION, answers);
  await vi.waitFor(() =>
    expect(list.getCurrentResult()).toMatchObject({ data: ['minga'], dataUpdatedAt: AT }),
  );
});

test('what is not marked is neither kept nor brought back', async () => {
  const { map, answers } = store(...withList);
  const client = createQueryClient();
  keepAnswers(client, SESSION, answers);
  client.setQueryData(SESSION, ana);
  const list = ask(client, unreachable, false);
  await vi.waitFor(() => expect(list.getCurrentResult().isError).toBe(true));
  client.setQueryData(['list'], ['newer']);
  await Promise.resolve();
  expect(map.get('["list"]')?.data).toEqual(['minga']);
});

test('a line that is silent for five seconds is taken for none, until it answers', async () => {
  vi.useFakeTimers();
  const { map, answers } = store(...withList);
  const client = createQueryClient();
  keepAnswers(client, SESSION, answers);
  client.setQueryData(SESSION, ana);
  let answer = (_: string[]) => {};
  const list = ask(
    client,
    () =>
      new Promise<string[]>(resolve => {
        answer = resolve;
      }),
  );
  await vi.advanceTimersByTimeAsync(4999);
  expect(list.getCurrentResult().data).toBeUndefined();
  await vi.advanceTimersByTimeAsync(2);
  expect(list.getCurrentResult().data).toEqual(['minga']);
  answer(['siembra']);
  await vi.advanceTimersByTimeAsync(1);
  expect(list.getCurrentResult().data).toEqual(['siembra']);
  expect(map.get('["list"]')?.data).toEqual(['siembra']);
  vi.useRealTimers();
});
