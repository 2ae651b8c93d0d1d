import type { User } from '@minga/contract/session';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { serveLive } from '../../test/live-server.ts';
import { declareResponses, maria, signedIn } from '../../test/server.ts';
import {
  endSession,
  handleSessionLoss,
  sessionQuery,
  startSession,
} from '../features/accounts/session/session.ts';
import { currentLiveState } from '../lib/live/live.ts';
import { createQueryClient, onSessionLoss } from '../lib/server/query-client.ts';
import { LiveConnection } from './app.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** A tab with the session of `user`. */
function openTab(user: () => User | null) {
  const sent = declareResponses(signedIn(user));
  const live = serveLive();
  const queryClient = createQueryClient(() => handleSessionLoss(queryClient));
  const losses: string[] = [];
  onTestFinished(onSessionLoss(() => losses.push('lost')));
  render(
    <QueryClientProvider client={queryClient}>
      <LiveConnection address={live.address} />
    </QueryClientProvider>,
  );
  const open = () => live.io.sockets.sockets.size;
  return { ...live, open, queryClient, losses, sent };
}

const known = { ...maria, gender: null };

test('is open while a user is signed in and sends their id', async () => {
  let user: User | null = null;
  const { heard, open, queryClient } = openTab(() => user);
  await expect.poll(() => queryClient.getQueryData(sessionQuery.queryKey)).toBeNull();
  expect(open()).toBe(0);
  user = known;
  startSession(queryClient, known);
  await expect.poll(() => heard).toContainEqual(['auth', maria._id]);
  const next = { ...known, _id: '0199aaaa-0000-7000-8000-000000000002' };
  user = next;
  startSession(queryClient, next);
  await expect.poll(() => heard).toContainEqual(['auth', next._id]);
  await expect.poll(open).toBe(1);
  endSession(queryClient);
  await expect.poll(open).toBe(0);
});

test('ends the session here if the server closes it with the session', async () => {
  let user: User | null = known;
  const { sockets, open, queryClient, losses } = openTab(() => user);
  await expect.poll(open).toBe(1);
  user = null;
  sockets[0]?.disconnect(true);
  await expect.poll(() => losses).toEqual(['lost']);
  expect(queryClient.getQueryData(sessionQuery.queryKey)).toBeNull();
});

test('reconnects with a replaced session once its response has arrived', async () => {
  let user: User | null = known;
  const { sockets, open, queryClient, losses, sent } = openTab(() => user);
  await expect.poll(open).toBe(1);
  // The old cookie is invalid, the new one has not arrived yet.
  user = null;
  const change = Promise.withResolvers<void>();
  const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn: () => change.promise });
  const changed = mutation.execute(undefined);
  const count = sent.length;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  sockets[0]?.disconnect(true);
  await expect.poll(currentLiveState).toBe('lost');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toHaveLength(count);
  user = known;
  change.resolve();
  await changed;
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await expect.poll(open).toBe(1);
  expect(losses).toEqual([]);
});
