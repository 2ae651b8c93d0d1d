import { listParticipants } from '@minga/contract/participants';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { aParticipant } from '../../../../test/participant.ts';
import '../../../../test/render.tsx';
import { declareResponses, respond, type SentRequest } from '../../../../test/server.ts';
import { fetchAllParticipants } from './fetch-all-participants.ts';

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
