import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anActivity } from '../../test/activity.ts';
import { answerWith, maria } from '../../test/server.ts';
import { sessionQuery } from '../features/accounts/api/session.ts';
import { cacheIdentity } from '../features/accounts/cached-identity.ts';
import { isDeletedActivity, oneActivity } from '../features/activities/api/one-activity.ts';
import { ApiError } from '../lib/api.ts';
import { hearServerTime, now } from '../lib/now.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { giveFirstData, learnSession, takeFirstData } from './first-data.ts';

const PAINTED_AT = new Date('2026-11-21T15:00:00.000Z');
const activity = anActivity({});
const { queryKey } = oneActivity(activity._id);

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  hearServerTime(new Date().toUTCString());
});

/** What a browser tells of how the page came, painted at that moment. */
function come(type: NavigationTimingType) {
  const serverTiming = [
    { name: 'proxy', description: '' },
    { name: 'painted', description: PAINTED_AT.toISOString() },
  ];
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type, serverTiming }] });
}

/** What a server at that moment sends, taken over by a browser whose clock says `clock`. */
function takenOver(know: (client: ReturnType<typeof createQueryClient>) => void, clock = PAINTED_AT) {
  vi.useFakeTimers({ now: PAINTED_AT, toFake: ['Date'] });
  const server = createQueryClient();
  server.setQueryData(sessionQuery.queryKey, null);
  know(server);
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'first-data';
  script.textContent = giveFirstData(server);
  document.body.replaceChildren(script);
  vi.setSystemTime(clock);
  const client = createQueryClient();
  takeFirstData(client);
  return client;
}

test.each([-3, 0, 3])('what came just now is known now, also by a clock %s days off', days => {
  const clock = new Date(PAINTED_AT.getTime() + days * 24 * 60 * 60 * 1000);
  come('navigate');
  const client = takenOver(server => void server.setQueryData(queryKey, activity), clock);
  expect(client.getQueryState(queryKey)).toMatchObject({ data: activity, dataUpdatedAt: clock.getTime() });
  expect(now()).toEqual(PAINTED_AT);
});

test('what is shown once more by one step back is as old as it may be, and tells no time', () => {
  const clock = new Date(PAINTED_AT.getTime() + 60 * 60 * 1000);
  come('back_forward');
  const client = takenOver(server => void server.setQueryData(queryKey, activity), clock);
  expect(client.getQueryState(queryKey)).toMatchObject({ data: activity, dataUpdatedAt: 0 });
  expect(now()).toEqual(clock);
});

test('a refusal is one here too', async () => {
  const refusal = new ApiError(404, 'DELETED', ['No']);
  const server = createQueryClient();
  await server.prefetchQuery({ queryKey, queryFn: () => Promise.reject(refusal), retry: false });
  document.body.innerHTML = `<script type="application/json" id="first-data">${giveFirstData(server)}</script>`;
  const client = createQueryClient();
  takeFirstData(client);
  const error = client.getQueryState(queryKey)?.error;
  expect(error && isDeletedActivity(error)).toBe(true);
});

test('what is given is the same at any time', async () => {
  vi.useFakeTimers({ now: PAINTED_AT, toFake: ['Date'] });
  const given = async () => {
    const server = createQueryClient();
    server.setQueryData(queryKey, activity);
    const refusal = new ApiError(404, 'DELETED', ['No']);
    const other = oneActivity('otra').queryKey;
    await server.prefetchQuery({ queryKey: other, queryFn: () => Promise.reject(refusal), retry: false });
    return giveFirstData(server);
  };
  const before = await given();
  vi.setSystemTime(new Date(PAINTED_AT.getTime() + 7000));
  expect(await given()).toBe(before);
});

test('nobody is asked who is here where nobody is remembered', async () => {
  const sent = answerWith({ 'GET /auth/verify': { body: maria } });
  const client = takenOver(() => {});
  expect(client.getQueryData(sessionQuery.queryKey)).toBeUndefined();
  await learnSession(client);
  expect(client.getQueryData(sessionQuery.queryKey)).toBeNull();
  expect(sent).toEqual([]);
});

test('who signed in meanwhile is known, and what was painted for visitors is asked for again', async () => {
  answerWith({ 'GET /auth/verify': { body: maria } });
  const client = takenOver(server => void server.setQueryData(queryKey, activity));
  cacheIdentity(maria);
  await learnSession(client);
  expect(client.getQueryData(sessionQuery.queryKey)).toMatchObject({ email: maria.email });
  expect(client.getQueryState(queryKey)).toMatchObject({ data: activity, isInvalidated: true });
});
