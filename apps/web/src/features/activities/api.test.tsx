import { getActivity } from '@minga/contract/activities';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { declareResponses, respond } from '../../../test/server.ts';
import { activitiesKey } from '../../lib/server/activities-key.ts';
import { createQueryClient } from '../../lib/server/query-client.ts';
import { invalidateLists, oneActivity, removeActivity } from './api.ts';
import { PAGE_SIZE, pagedQuery, pageFetcher, searchResults } from './lists-api.ts';

describe('activity-cache', () => {
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
});

describe('one-activity', () => {
  const missing = anActivity({ _id: '0197a000-0000-7000-8000-000000000001' });
  const other = anActivity({ _id: '0197a000-0000-7000-8000-000000000002' });

  async function openMissing(status: number) {
    declareResponses(
      respond(getActivity, { status, body: { message: 'No', code: 'DELETED' } }, { id: missing._id }),
    );
    const client = createQueryClient();
    const { queryKey } = searchResults({});
    client.setQueryData(queryKey, { pages: [{ rows: [missing, other], total: 2 }], pageParams: [0] });
    await client.fetchQuery({ ...oneActivity(missing._id), retry: false }).catch(() => {});
    return client
      .getQueryData(queryKey)
      ?.pages.map(({ rows, total }) => ({ ids: rows.map(({ _id }) => _id), total }));
  }

  test('removes a missing activity from the cached lists', async () => {
    expect(await openMissing(404)).toEqual([{ ids: [other._id], total: 1 }]);
  });

  test('keeps an activity whose request failed', async () => {
    expect(await openMissing(503)).toEqual([{ ids: [missing._id, other._id], total: 2 }]);
  });
});
