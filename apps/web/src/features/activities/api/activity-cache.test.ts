import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { invalidateLists, removeActivity } from './activity-cache.ts';
import { PAGE_SIZE, pagedQuery, pageFetcher } from './paged-query.ts';

const idOf = (number: number) => `actividad-${number}`;

/** A list whose first five pages are loaded. `requests` records later ones; `remove` also deletes on the server. */
async function scrolledList(total = 6 * PAGE_SIZE) {
  const client = new QueryClient();
  const server = { rows: Array.from({ length: total }, (_, number) => anActivity({ _id: idOf(number) })) };
  const requests: [offset: number, limit: number][] = [];
  const observer = new InfiniteQueryObserver(client, {
    queryKey: [...activitiesKey, 'search', {}],
    queryFn: pageFetcher(async ({ offset, limit }) => {
      requests.push([offset, limit]);
      return { rows: server.rows.slice(offset, offset + limit), total: server.rows.length };
    }),
    ...pagedQuery,
  });
  const stop = observer.subscribe(() => {});
  stops.push(stop);
  await observer.refetch();
  while (requests.length < 5 && observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
  requests.length = 0;

  return {
    observer,
    requests,
    shown: () => observer.getCurrentResult().data,
    async remove(number: number) {
      server.rows = server.rows.filter(({ _id }) => _id !== idOf(number));
      removeActivity(client, idOf(number));
      await observer.refetch();
    },
  };
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test('a removal refetches only its own page and updates the total', async () => {
  const { remove, requests, shown, observer } = await scrolledList();
  await remove(4 * PAGE_SIZE - 1);
  expect(requests).toEqual([[3 * PAGE_SIZE, PAGE_SIZE - 1]]);
  expect(shown()?.total).toBe(6 * PAGE_SIZE - 1);
  expect(shown()?.rows).toHaveLength(5 * PAGE_SIZE - 1);

  // The next page continues without a gap or a duplicate.
  await observer.fetchNextPage();
  const ids = shown()?.rows.map(({ _id }) => _id) ?? [];
  expect(ids).toHaveLength(6 * PAGE_SIZE - 1);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a removal on the last page refetches a full page', async () => {
  const { remove, requests, shown } = await scrolledList();
  await remove(4 * PAGE_SIZE);
  expect(requests).toEqual([[4 * PAGE_SIZE, PAGE_SIZE]]);
  expect(shown()?.rows).toHaveLength(5 * PAGE_SIZE);
});

test('drops a page whose rows were all removed', async () => {
  const { remove, requests, shown } = await scrolledList();
  for (let number = PAGE_SIZE; number < 2 * PAGE_SIZE; number += 1) await remove(number);
  expect(requests.filter(([, limit]) => limit === 0)).toEqual([]);
  expect(shown()?.total).toBe(5 * PAGE_SIZE);
  expect(
    shown()
      ?.rows.map(({ _id }) => _id)
      .slice(PAGE_SIZE - 1, PAGE_SIZE + 1),
  ).toEqual([idOf(PAGE_SIZE - 1), idOf(2 * PAGE_SIZE)]);
});

test('a refetch without a removal requests all pages', async () => {
  const { observer, requests, remove } = await scrolledList();
  await remove(0);
  requests.length = 0;
  await observer.refetch();
  expect(requests).toHaveLength(5);
});

test('a removal in a short list refetches all pages', async () => {
  const { remove, requests } = await scrolledList(2 * PAGE_SIZE);
  await remove(0);
  expect(requests.map(([offset]) => offset)).toEqual([0, PAGE_SIZE]);
});

test('a list that is being fetched ahead while something is published is fetched again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000 } } });
  const responses = [Promise.withResolvers<string[]>(), Promise.withResolvers<string[]>()];
  let requests = 0;
  const list = {
    queryKey: [...activitiesKey, 'own'],
    queryFn: () => responses[requests++]?.promise ?? [],
  };
  const ahead = client.prefetchQuery(list);
  await invalidateLists(client);
  responses[0]?.resolve(['read before']);
  responses[1]?.resolve(['read before', 'published']);
  await ahead;
  expect(await client.fetchQuery(list)).toEqual(['read before', 'published']);
});
