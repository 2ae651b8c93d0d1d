import { type User, verifySession } from '@minga/contract/session';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { declareResponses, maria, respond } from '../../../../test/server.ts';
import { createQueryClient, onSessionLoss } from '../../../lib/server/query-client.ts';
import { endSession, handleSessionLoss, sessionQuery, startSession } from '../session/session.ts';

const lost = vi.fn();
onSessionLoss(lost);

afterEach(() => {
  lost.mockReset();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const luis = { ...maria, _id: '0199aaaa-0000-7000-8000-000000000002', username: 'Luis Tombé' };
const known = maria;

/** A query client whose session check receives this response. */
function page(response: User | null) {
  const queryClient = createQueryClient(() => handleSessionLoss(queryClient));
  declareResponses(respond(verifySession, { body: response }));
  const check = () => queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
  const user = () => queryClient.getQueryData(sessionQuery.queryKey);
  return { queryClient, check, user };
}

test('a first check without a session reports no session loss', async () => {
  const { check, user } = page(null);
  await check();
  expect(user()).toBeNull();
  expect(lost).not.toHaveBeenCalled();
});

test('an ended session is announced once, before its user is cleared so that drafts can be stored', async () => {
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

test('drops cached data when another account signs in in another tab', async () => {
  const { queryClient, check, user } = page(luis);
  startSession(queryClient, known);
  queryClient.setQueryData(['secret'], 'of María');
  await check();
  expect(user()).toEqual(luis);
  expect(queryClient.getQueryData(['secret'])).toBeUndefined();
  expect(lost).not.toHaveBeenCalled();
});

test('keeps cached data while the same user is signed in', async () => {
  const { queryClient, check } = page(known);
  startSession(queryClient, known);
  queryClient.setQueryData(['secret'], 'of María');
  await check();
  expect(queryClient.getQueryData(['secret'])).toBe('of María');
});

test.each([
  ['signing in', null, startSession, known],
  ['signing out', known, endSession, null],
])('discards the response of a check sent before %s', async (_, viewer, change, now) => {
  const { queryClient, user } = page(null);
  const response = Promise.withResolvers<{ body: User | null }>();
  declareResponses(respond(verifySession, () => response.promise));
  const unsubscribe = new QueryObserver(queryClient, sessionQuery).subscribe(() => {});
  await expect.poll(() => queryClient.isFetching()).toBe(1);
  change(queryClient, known);
  response.resolve({ body: viewer });
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(user()).toEqual(now);
  expect(lost).not.toHaveBeenCalled();
  unsubscribe();
});
