import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anActivity } from '../../test/activity.ts';
import { sessionQuery } from '../features/accounts/session/session.ts';
import { isDeletedActivity, oneActivity } from '../features/activities/api.ts';
import { now, setServerTime } from '../lib/dates/now.ts';
import { ApiError } from '../lib/server/api.ts';
import { createQueryClient } from '../lib/server/query-client.ts';
import { hydrateInitialData, initialDataOf } from './initial-data.ts';

const RENDERED_AT = new Date('2026-11-21T15:00:00.000Z');
const activity = anActivity({});
const { queryKey } = oneActivity(activity._id);

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setServerTime(new Date().toUTCString());
});

/** The browser's timing of this navigation, to a page rendered at `RENDERED_AT`. */
function navigatedBy(type: NavigationTimingType) {
  const serverTiming = [
    { name: 'proxy', description: '' },
    { name: 'rendered', description: RENDERED_AT.toISOString() },
  ];
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type, serverTiming }] });
}

/** The cache of a browser whose clock shows `clock`, hydrated with what `fill` stored on the server at `RENDERED_AT`. */
function hydrated(fill: (client: ReturnType<typeof createQueryClient>) => void, clock = RENDERED_AT) {
  vi.useFakeTimers({ now: RENDERED_AT, toFake: ['Date'] });
  const server = createQueryClient();
  server.setQueryData(sessionQuery.queryKey, null);
  fill(server);
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'initial-data';
  script.textContent = initialDataOf(server, RENDERED_AT);
  document.body.replaceChildren(script);
  vi.setSystemTime(clock);
  const client = createQueryClient();
  hydrateInitialData(client);
  return client;
}

test.each([-3, 0, 3])("data is fresh and the time is the server's with a clock that is %s days off", days => {
  const clock = new Date(RENDERED_AT.getTime() + days * 24 * 60 * 60 * 1000);
  navigatedBy('navigate');
  const client = hydrated(server => void server.setQueryData(queryKey, activity), clock);
  expect(client.getQueryState(queryKey)).toMatchObject({ data: activity, dataUpdatedAt: clock.getTime() });
  expect(now()).toEqual(RENDERED_AT);
});

test('after the back button data is stale and the server time is ignored', () => {
  const clock = new Date(RENDERED_AT.getTime() + 60 * 60 * 1000);
  navigatedBy('back_forward');
  const client = hydrated(server => void server.setQueryData(queryKey, activity), clock);
  expect(client.getQueryState(queryKey)).toMatchObject({ data: activity, dataUpdatedAt: 0 });
  expect(now()).toEqual(clock);
});

test('revives errors', async () => {
  const error = new ApiError(404, 'DELETED', ['No']);
  const server = createQueryClient();
  await server.prefetchQuery({ queryKey, queryFn: () => Promise.reject(error), retry: false });
  document.body.innerHTML = `<script type="application/json" id="initial-data">${initialDataOf(server, RENDERED_AT)}</script>`;
  const client = createQueryClient();
  hydrateInitialData(client);
  const revived = client.getQueryState(queryKey)?.error;
  expect(revived && isDeletedActivity(revived)).toBe(true);
});

test('the initial data does not depend on the time', async () => {
  vi.useFakeTimers({ now: RENDERED_AT, toFake: ['Date'] });
  const dataNow = async () => {
    const server = createQueryClient();
    server.setQueryData(queryKey, activity);
    const error = new ApiError(404, 'DELETED', ['No']);
    const other = oneActivity('otra').queryKey;
    await server.prefetchQuery({ queryKey: other, queryFn: () => Promise.reject(error), retry: false });
    return initialDataOf(server, RENDERED_AT);
  };
  const before = await dataNow();
  vi.setSystemTime(new Date(RENDERED_AT.getTime() + 7000));
  expect(await dataNow()).toBe(before);
});
