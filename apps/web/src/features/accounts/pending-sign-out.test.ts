import { afterEach, expect, test, vi } from 'vitest';
import { answerWith, maria } from '../../../test/server.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { sessionQuery, startSession } from './api/session.ts';
import { signOutAtServer } from './pending-sign-out.ts';

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const signedIn = { 'GET /auth/verify': { body: maria } };
const check = (queryClient = createQueryClient()) =>
  queryClient.fetchQuery({ ...sessionQuery, retry: false });

test('who signed out without a network is signed out at the server before it is asked who is here', async () => {
  answerWith({ ...signedIn, 'POST /auth/logout': 'unreachable' });
  await signOutAtServer();
  expect(await check()).toBeNull();

  let user: typeof maria | null = maria;
  const sent = answerWith({
    'GET /auth/verify': () => ({ body: user }),
    'POST /auth/logout': () => {
      user = null;
      return { status: 204 };
    },
  });
  expect(await check()).toBeNull();
  expect(sent.map(({ path }) => path)).toEqual(['/auth/logout', '/auth/verify']);
  await check();
  expect(sent.filter(({ path }) => path === '/auth/logout')).toHaveLength(1);
});

test('a sign-out that the server heard is over with', async () => {
  answerWith({ ...signedIn, 'POST /auth/logout': { status: 204 } });
  await signOutAtServer();
  expect(await check()).toMatchObject({ _id: maria._id });
});

test('who signs in afterwards is not signed out again', async () => {
  answerWith({ ...signedIn, 'POST /auth/logout': 'unreachable' });
  await signOutAtServer();
  const queryClient = createQueryClient();
  startSession(queryClient, { ...maria, gender: null });
  const sent = answerWith(signedIn);
  await check();
  expect(sent.map(({ path }) => path)).toEqual(['/auth/verify']);
});
