import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, noConnection } from '../api.ts';
import { createQueryClient } from '../query-client.ts';
import { keepAnswers } from './keep-answers.ts';
import type { KeptAnswer } from './kept-answers.ts';
import { isStoodIn } from './stood-in.ts';

const SESSION = ['session'];
const ana = { _id: 'ana' };
afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset.kept;
});

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

function ask(
  client: ReturnType<typeof createQueryClient>,
  queryFn: () => Promise<unknown>,
  { isKept = true, name = 'list' } = {},
) {
  const observer = new QueryObserver(client, { queryKey: [name], queryFn, meta: { isKept }, retry: false });
  observer.subscribe(() => {});
  return observer;
}

const unreachable = () => Promise.reject(noConnection());
const withList: [string, unknown][] = [
  ['["session"]', ana],
  ['["list"]', ['minga']],
  ['["other"]', ['siembra']],
];

test.each([
  ['fails after it was begun', true],
  ['has failed before it was begun', false],
])('a query that %s shows what was kept', async (_, isBefore) => {
  const { answers } = store(...withList);
  const client = createQueryClient();
  if (isBefore) keepAnswers(client, SESSION, answers);
  const list = ask(client, unreachable);
  await expect.poll(() => list.getCurrentResult().failureReason).not.toBeNull();
  if (!isBefore) keepAnswers(client, SESSION, answers);
  await expect.poll(() => list.getCurrentResult()).toMatchObject({ data: ['minga'], dataUpdatedAt: AT });
});

test.each([
  ['the database is away', new ApiError(503, 'UNAVAILABLE', ['Más tarde']), ['minga']],
  ['a proxy says so', new ApiError(502, 'UNREADABLE', ['…']), ['minga']],
  ['a network wants a sign-in first', new ApiError(200, 'UNREADABLE', ['…']), ['minga']],
  ['a refusal is an answer', new ApiError(403, 'FORBIDDEN', ['No']), undefined],
  ['so is too much haste', new ApiError(429, 'RATE_LIMITED', ['Espera']), undefined],
  ['and a fault', new ApiError(500, 'INTERNAL', ['Algo falló']), undefined],
])('%s', async (_, error, shown) => {
  const { answers } = store(...withList);
  const client = createQueryClient();
  keepAnswers(client, SESSION, answers);
  const list = ask(client, () => Promise.reject(error));
  await expect.poll(() => list.getCurrentResult()).toMatchObject({ isError: true, data: shown });
});

test('what is not marked is neither kept nor brought back', async () => {
  const { map, answers } = store(...withList);
  const client = createQueryClient();
  keepAnswers(client, SESSION, answers);
  client.setQueryData(SESSION, ana);
  const list = ask(client, unreachable, { isKept: false });
  await expect.poll(() => list.getCurrentResult().isError).toBe(true);
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
});

const silent = () => new Promise<never>(() => {});

test('on a line that has been silent nobody is patient again, until something is heard', async () => {
  vi.useFakeTimers();
  const { answers } = store(...withList);
  const client = createQueryClient();
  keepAnswers(client, SESSION, answers);
  ask(client, silent);
  await vi.advanceTimersByTimeAsync(5001);
  const other = ask(client, silent, { name: 'other' });
  await vi.advanceTimersByTimeAsync(1);
  expect(other.getCurrentResult().data).toEqual(['siembra']);

  ask(client, async () => 'heard', { name: 'third', isKept: false });
  await vi.advanceTimersByTimeAsync(1);
  client.removeQueries({ queryKey: ['list'] });
  const list = ask(client, silent);
  await vi.advanceTimersByTimeAsync(4000);
  expect(list.getCurrentResult().data).toBeUndefined();
});

test('a line is not silent where what was asked for a moment ago is on its way', async () => {
  vi.useFakeTimers();
  const { answers } = store(...withList);
  const client = createQueryClient();
  keepAnswers(client, SESSION, answers);
  client.setQueryData(SESSION, ana);
  const queryFn = vi.fn<() => Promise<unknown>>(async () => ['now']);
  ask(client, queryFn);
  await vi.advanceTimersByTimeAsync(4500);
  queryFn.mockImplementation(silent);
  void client.refetchQueries({ queryKey: ['list'] });
  await vi.advanceTimersByTimeAsync(1000);
  const other = ask(client, silent, { name: 'other' });
  await vi.advanceTimersByTimeAsync(1);
  expect(other.getCurrentResult().data).toBeUndefined();
});

test('a page that stands in for the server’s begins with what was kept', async () => {
  vi.useFakeTimers();
  document.documentElement.dataset.kept = '';
  const { answers } = store(...withList);
  const client = createQueryClient();
  keepAnswers(client, SESSION, answers);
  const list = ask(client, silent);
  await vi.advanceTimersByTimeAsync(1);
  expect(list.getCurrentResult().data).toEqual(['minga']);
  expect(isStoodIn()).toBe(true);
  ask(client, async () => 'heard', { name: 'other' });
  await vi.advanceTimersByTimeAsync(1);
  expect(isStoodIn()).toBe(false);
});
