import { declareResponses, respond, type SentRequest } from '../../../test/server.ts';
import { createQueryClient } from '../../lib/server/query-client.ts';
import { fetchAllParticipants, participantsQuery, refreshParticipants } from './api.ts';
import '../../../test/render.tsx';
import { listParticipants } from '@minga/contract/participants';
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { aParticipant } from '../../../test/participant.ts';

describe('participants-query', () => {
  const id = anActivity()._id;
  const people = (count: number) => Array.from({ length: count }, (_, number) => aParticipant(number));
  let stop = () => {};
  afterEach(() => stop());

  /** A mounted list with `pages` loaded pages. */
  async function renderList(count: number, pages: number) {
    const server = { rows: people(count) };
    const sent = declareResponses(
      respond(
        listParticipants,
        ({ query }) => {
          const offset = Number(query.offset);
          const body = server.rows.slice(offset, offset + Number(query.limit));
          return { body, total: server.rows.length };
        },
        { taskId: id },
      ),
    );
    const queryClient = createQueryClient();
    const list = new InfiniteQueryObserver(queryClient, participantsQuery(id));
    stop = list.subscribe(() => {});
    await list.refetch();
    for (let page = 1; page < pages; page += 1) await list.fetchNextPage();
    sent.length = 0;
    const shown = () => list.getCurrentResult().data;
    return { server, sent, shown, refresh: () => refreshParticipants(queryClient, id) };
  }

  test.each([
    [2100, 5, 'all of it'],
    [5000, 11, 'all of a longer one'],
  ])('fetches a new participant of a long list (%d) with one request', async (count, pages) => {
    const { server, sent, shown, refresh } = await renderList(count, pages);
    server.rows = people(count + 2);
    await refresh();
    expect(sent).toHaveLength(1);
    expect(shown()).toEqual({ rows: people(count + 2), total: count + 2 });
  });

  test('a new participant beyond the loaded pages only changes the total', async () => {
    const { server, sent, shown, refresh } = await renderList(5000, 3);
    server.rows = people(5001);
    await refresh();
    expect(sent.map(({ query }) => query)).toEqual([{ limit: '1', offset: '1099' }]);
    expect(shown()?.rows).toHaveLength(1100);
    expect(shown()?.total).toBe(5001);
  });

  test.each([
    ['left', people(2100).slice(1)],
    ['left while two came', people(2102).slice(1)],
    ['was renamed', people(2100).with(3, aParticipant(3, { name: 'Otra' }))],
  ])('refetches the list if a participant %s', async (_, rows) => {
    const { server, shown, refresh } = await renderList(2100, 5);
    server.rows = rows;
    await refresh();
    // Only the loaded rows; the rest is on a further page.
    expect(shown()).toEqual({ rows: rows.slice(0, 2100), total: rows.length });
  });
});

describe('fetch-all-participants', () => {
  const id = anActivity()._id;
  const people = (count: number) => Array.from({ length: count }, (_, number) => aParticipant(number));
  const pageOf =
    (list: () => ReturnType<typeof people>) =>
    ({ query }: SentRequest) => {
      const offset = Number(query.offset);
      return { body: list().slice(offset, offset + Number(query.limit)), total: list().length };
    };

  test.each([0, 1, 500, 501, 2750])('fetches all %d participants in order', async count => {
    const participants = people(count);
    const shares: number[] = [];
    declareResponses(
      respond(
        listParticipants,
        pageOf(() => participants),
        { taskId: id },
      ),
    );
    expect(await fetchAllParticipants(id, share => shares.push(share))).toEqual(participants);
    expect(shares.at(-1)).toBe(1);
  });

  test('sends at most three requests of 500 rows in parallel', async () => {
    const participants = people(5000);
    let now = 0;
    let most = 0;
    const response = pageOf(() => participants);
    const sent = declareResponses(
      respond(
        listParticipants,
        async request => {
          now += 1;
          most = Math.max(most, now);
          await Promise.resolve();
          now -= 1;
          return response(request);
        },
        { taskId: id },
      ),
    );
    expect(await fetchAllParticipants(id, () => {})).toHaveLength(5000);
    expect(sent.map(({ query }) => query.limit)).toEqual(Array.from({ length: 10 }, () => '500'));
    expect(most).toBe(3);
  });

  test('misses no participant if a removal shifts the offsets', async () => {
    let participants = people(1200);
    const response = pageOf(() => participants);
    declareResponses(
      respond(
        listParticipants,
        request => {
          const reply = response(request);
          // A participant of the first page is removed after it was fetched, which shifts all others.
          if (request.query.offset === '0' && participants.length === 1200)
            participants = participants.slice(1);
          return reply;
        },
        { taskId: id },
      ),
    );
    expect(await fetchAllParticipants(id, () => {})).toEqual(people(1200).slice(1));
  });

  test('fails if one page fails', async () => {
    const response = pageOf(() => people(1200));
    declareResponses(
      respond(
        listParticipants,
        request => (request.query.offset === '500' ? { status: 500 } : response(request)),
        { taskId: id },
      ),
    );
    await expect(fetchAllParticipants(id, () => {})).rejects.toMatchObject({ status: 500 });
  });
});
