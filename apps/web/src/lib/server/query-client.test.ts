import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
});

/** The number of tries of a query that always fails with this error. */
async function triesOf(error: Error, onUnauthenticated?: () => void): Promise<number> {
  const queryFn = vi.fn(() => Promise.reject(error));
  const client = createQueryClient(onUnauthenticated);
  const leave = new QueryObserver(client, { queryKey: ['x'], queryFn }).subscribe(() => {});
  await vi.runAllTimersAsync();
  leave();
  return queryFn.mock.calls.length;
}

test.each([
  ['a 4xx is not retried', new ApiError(404, 'NOT_FOUND', ['No existe']), 1],
  ['a missing connection is retried', new ApiError(0, 'NO_CONNECTION', ['Sin conexión']), 3],
  ['a 503 is retried', new ApiError(503, 'UNAVAILABLE', ['Más tarde']), 3],
  ['a captive portal’s response is retried', new ApiError(200, 'UNREADABLE', ['…']), 3],
  ['an exception of our own code is not retried', new TypeError('x is undefined'), 1],
])('%s', async (_, error, times) => {
  expect(await triesOf(error)).toBe(times);
});

test('only a 401 reports the end of the session', async () => {
  const onUnauthenticated = vi.fn();
  await triesOf(new ApiError(403, 'FORBIDDEN', ['No']), onUnauthenticated);
  // A captive portal.
  await triesOf(new ApiError(401, 'UNREADABLE', ['…']), onUnauthenticated);
  expect(onUnauthenticated).not.toHaveBeenCalled();
  await triesOf(new ApiError(401, 'UNAUTHENTICATED', ['No']), onUnauthenticated);
  expect(onUnauthenticated).toHaveBeenCalledOnce();
});

test('a mutation’s 401 reports it too, except a wrong password', async () => {
  const onUnauthenticated = vi.fn();
  const client = createQueryClient(onUnauthenticated);
  const mutationFn = () => Promise.reject(new ApiError(401, 'UNAUTHENTICATED', ['No']));
  await new MutationObserver(client, { mutationFn, meta: { signsIn: true } }).mutate().catch(() => {});
  expect(onUnauthenticated).not.toHaveBeenCalled();
  await new MutationObserver(client, { mutationFn }).mutate().catch(() => {});
  expect(onUnauthenticated).toHaveBeenCalledOnce();
});

test('offline, a mutation fails at once instead of pausing', async () => {
  onlineManager.setOnline(false);
  const offline = new ApiError(0, 'NO_CONNECTION', ['Sin conexión']);
  const saving = new MutationObserver(createQueryClient(), { mutationFn: () => Promise.reject(offline) });
  saving.mutate().catch(() => {});
  await vi.runAllTimersAsync();
  expect(saving.getCurrentResult()).toMatchObject({ status: 'error', error: offline });
});

test('offline, a query fails, retains its data, and refetches when the connection is back', async () => {
  const client = createQueryClient();
  const queryFn = vi.fn(() => Promise.reject<string>(new ApiError(0, 'NO_CONNECTION', ['Sin conexión'])));
  client.setQueryData(['x'], 'de antes', { updatedAt: 0 });
  onlineManager.setOnline(false);
  const observer = new QueryObserver(client, { queryKey: ['x'], queryFn });
  const leave = observer.subscribe(() => {});
  await vi.runAllTimersAsync();
  expect(observer.getCurrentResult()).toMatchObject({
    status: 'error',
    data: 'de antes',
    fetchStatus: 'idle',
  });

  client.mount();
  queryFn.mockResolvedValue('de ahora');
  onlineManager.setOnline(true);
  await vi.runAllTimersAsync();
  expect(observer.getCurrentResult().data).toBe('de ahora');
  leave();
  client.unmount();
});
