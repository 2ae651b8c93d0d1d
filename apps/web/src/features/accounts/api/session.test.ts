import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { answerWith, maria } from '../../../../test/server.ts';
import { createQueryClient } from '../../../lib/query-client.ts';
import { onSessionLoss } from '../../../lib/session-loss.ts';
import { endSession, loseSession, sessionQuery, startSession } from './session.ts';

const lost = vi.fn();
onSessionLoss(lost);

afterEach(() => {
  lost.mockReset();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const luis = { ...maria, gender: null, _id: '0199aaaa-0000-7000-8000-000000000002', username: 'Luis Tombé' };
const known = { ...maria, gender: null };

/** A page with this session, whose check is answered so. */
function page(answer: unknown) {
  const queryClient = createQueryClient(() => loseSession(queryClient));
  answerWith({ 'GET /auth/verify': { body: answer } });
  const check = () => queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
  const user = () => queryClient.getQueryData(sessionQuery.queryKey);
  return { queryClient, check, user };
}

test('nobody on a fresh page is nobody lost', async () => {
  const { check, user } = page(null);
  await check();
  expect(user()).toBeNull();
  expect(lost).not.toHaveBeenCalled();
});

test('a session that the check finds ended is lost: announced once, what was typed can be kept first', async () => {
  const { queryClient, check, user } = page(null);
  startSession(queryClient, known);
  queryClient.setQueryData(['secret'], 'of María');
  lost.mockImplementation(() => expect(user()).toEqual(known));
  await check();
  await check();
  expect(user()).toBeNull();
  expect(lost).toHaveBeenCalledOnce();
  expect(queryClient.getQueryData(['secret'])).toBeUndefined();
});

test('somebody else signed in in another tab: nothing of the first is left', async () => {
  const { queryClient, check, user } = page(luis);
  startSession(queryClient, known);
  queryClient.setQueryData(['secret'], 'of María');
  await check();
  expect(user()).toEqual(luis);
  expect(queryClient.getQueryData(['secret'])).toBeUndefined();
  expect(lost).not.toHaveBeenCalled();
});

test('the same person still there loses nothing', async () => {
  const { queryClient, check } = page(known);
  startSession(queryClient, known);
  queryClient.setQueryData(['secret'], 'of María');
  await check();
  expect(queryClient.getQueryData(['secret'])).toBe('of María');
});

test.each([
  ['signing in', null, startSession, known],
  ['signing out', known, endSession, null],
])('a check asked before %s does not have the last word', async (_, answer, change, now) => {
  const { queryClient, user } = page(null);
  let tell: (answer: { body: unknown }) => void = () => {};
  answerWith({ 'GET /auth/verify': () => new Promise(resolve => (tell = resolve)) });
  const leave = new QueryObserver(queryClient, sessionQuery).subscribe(() => {});
  await expect.poll(() => queryClient.isFetching()).toBe(1);
  change(queryClient, known);
  tell({ body: answer });
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(user()).toEqual(now);
  expect(lost).not.toHaveBeenCalled();
  leave();
});
