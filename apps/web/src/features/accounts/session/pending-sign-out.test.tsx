import { logout, verifySession } from '@minga/contract/session';
import { afterEach, expect, test, vi } from 'vitest';
import { declareResponses, maria, respond } from '../../../../test/server.ts';
import { createQueryClient } from '../../../lib/server/query-client.ts';
import { signOutAtServer } from './pending-sign-out.ts';
import { sessionQuery, startSession } from './session.ts';

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const signedIn = respond(verifySession, { body: maria });
const check = (queryClient = createQueryClient()) =>
  queryClient.fetchQuery({ ...sessionQuery, retry: false });

test('sends a pending sign-out before the session check', async () => {
  declareResponses({ ...signedIn, ...respond(logout, 'unreachable') });
  await signOutAtServer();
  expect(await check()).toBeNull();

  let user: typeof maria | null = maria;
  const sent = declareResponses({
    ...respond(verifySession, () => ({ body: user })),
    ...respond(logout, () => {
      user = null;
      return { status: 204 };
    }),
  });
  expect(await check()).toBeNull();
  expect(sent.map(({ path }) => path)).toEqual(['/auth/logout', '/auth/verify']);
  await check();
  expect(sent.filter(({ path }) => path === '/auth/logout')).toHaveLength(1);
});

test('a successful sign-out is not pending', async () => {
  declareResponses({ ...signedIn, ...respond(logout, { status: 204 }) });
  await signOutAtServer();
  expect(await check()).toMatchObject({ _id: maria._id });
});

test('a later sign-in cancels the pending sign-out', async () => {
  declareResponses({ ...signedIn, ...respond(logout, 'unreachable') });
  await signOutAtServer();
  const queryClient = createQueryClient();
  startSession(queryClient, { ...maria, gender: null });
  const sent = declareResponses(signedIn);
  await check();
  expect(sent.map(({ path }) => path)).toEqual(['/auth/verify']);
});
