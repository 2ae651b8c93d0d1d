import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { aParticipant } from '../../../../test/participant.ts';
import '../../../../test/render.tsx';
import { answerWith, type SentRequest } from '../../../../test/server.ts';
import { allParticipants } from './all-participants.ts';

const id = anActivity()._id;
const people = (count: number) => Array.from({ length: count }, (_, number) => aParticipant(number));
const pageOf =
  (list: () => ReturnType<typeof people>) =>
  ({ query }: SentRequest) => {
    const offset = Number(query.offset);
    return { body: list().slice(offset, offset + Number(query.limit)), total: list().length };
  };

test.each([0, 1, 500, 501, 2750])('all %d of a list, in its order', async count => {
  const everybody = people(count);
  const shares: number[] = [];
  answerWith({ [`GET /attendances/${id}`]: pageOf(() => everybody) });
  expect(await allParticipants(id, share => shares.push(share))).toEqual(everybody);
  expect(shares.at(-1)).toBe(1);
});

test('no more than three calls at once, of 500 each', async () => {
  const everybody = people(5000);
  let now = 0;
  let most = 0;
  const answer = pageOf(() => everybody);
  const sent = answerWith({
    [`GET /attendances/${id}`]: async request => {
      now += 1;
      most = Math.max(most, now);
      await Promise.resolve();
      now -= 1;
      return answer(request);
    },
  });
  expect(await allParticipants(id, () => {})).toHaveLength(5000);
  expect(sent.map(({ query }) => query.limit)).toEqual(Array.from({ length: 10 }, () => '500'));
  expect(most).toBe(3);
});

test('nobody is missing who was overtaken by a removal', async () => {
  let everybody = people(1200);
  const answer = pageOf(() => everybody);
  answerWith({
    [`GET /attendances/${id}`]: request => {
      const reply = answer(request);
      // After the first page somebody on it leaves, and all others move up by one.
      if (request.query.offset === '0' && everybody.length === 1200) everybody = everybody.slice(1);
      return reply;
    },
  });
  expect(await allParticipants(id, () => {})).toEqual(people(1200).slice(1));
});

test('a page that does not come fails the whole', async () => {
  const answer = pageOf(() => people(1200));
  answerWith({
    [`GET /attendances/${id}`]: request =>
      request.query.offset === '500' ? { status: 500, body: null } : answer(request),
  });
  await expect(allParticipants(id, () => {})).rejects.toMatchObject({ status: 500 });
});
