import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { activitiesKey } from './activities-key.ts';
import { dropActivity } from './activity-cache.ts';
import { PAGE_SIZE, paged, pagedBy } from './paged.ts';

const idOf = (number: number) => `actividad-${number}`;

/** A list that was scrolled through to its fifth page, of more; `server` holds what the server has. */
async function scrolledList(total = 6 * PAGE_SIZE) {
  const client = new QueryClient();
  const server = { rows: Array.from({ length: total }, (_, number) => anActivity({ _id: idOf(number) })) };
  const asked: [offset: number, limit: number][] = [];
  const observer = new InfiniteQueryObserver(client, {
    queryKey: [...activitiesKey, 'search', {}],
    queryFn: pagedBy(async ({ offset, limit }) => {
      asked.push([offset, limit]);
      return { rows: server.rows.slice(offset, offset + limit), total: server.rows.length };
    }),
    ...paged,
  });
  const stop = observer.subscribe(() => {});
  stops.push(stop);
  await observer.refetch();
  while (asked.length < 5 && observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
  asked.length = 0;

  return {
    observer,
    asked,
    shown: () => observer.getCurrentResult().data,
    async remove(number: number) {
      server.rows = server.rows.filter(({ _id }) => _id !== idOf(number));
      dropActivity(client, idOf(number));
      await observer.refetch();
    },
  };
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test('a removal far down asks for its own page alone, and the count is right', async () => {
  const { remove, asked, shown, observer } = await scrolledList();
  await remove(4 * PAGE_SIZE - 1);
  expect(asked).toEqual([[3 * PAGE_SIZE, PAGE_SIZE - 1]]);
  expect(shown()?.total).toBe(6 * PAGE_SIZE - 1);
  expect(shown()?.rows).toHaveLength(5 * PAGE_SIZE - 1);

  // What comes next begins where the list ends.
  await observer.fetchNextPage();
  const ids = shown()?.rows.map(({ _id }) => _id) ?? [];
  expect(ids).toHaveLength(6 * PAGE_SIZE - 1);
  expect(new Set(ids).size).toBe(ids.length);
});

test('on the last page it is filled up', async () => {
  const { remove, asked, shown } = await scrolledList();
  await remove(4 * PAGE_SIZE);
  expect(asked).toEqual([[4 * PAGE_SIZE, PAGE_SIZE]]);
  expect(shown()?.rows).toHaveLength(5 * PAGE_SIZE);
});

test('a page whose every row is gone is none', async () => {
  const { remove, asked, shown } = await scrolledList();
  for (let number = PAGE_SIZE; number < 2 * PAGE_SIZE; number += 1) await remove(number);
  expect(asked.filter(([, limit]) => limit === 0)).toEqual([]);
  expect(shown()?.total).toBe(5 * PAGE_SIZE);
  expect(
    shown()
      ?.rows.map(({ _id }) => _id)
      .slice(PAGE_SIZE - 1, PAGE_SIZE + 1),
  ).toEqual([idOf(PAGE_SIZE - 1), idOf(2 * PAGE_SIZE)]);
});

test('asked again without a removal it asks for all', async () => {
  const { observer, asked, remove } = await scrolledList();
  await remove(0);
  asked.length = 0;
  await observer.refetch();
  expect(asked).toHaveLength(5);
});

test('a short list asks for all', async () => {
  const { remove, asked } = await scrolledList(2 * PAGE_SIZE);
  await remove(0);
  expect(asked.map(([offset]) => offset)).toEqual([0, PAGE_SIZE]);
});
