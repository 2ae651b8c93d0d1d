import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
});

/** How often a query that always fails so is asked in all. */
async function timesAsked(error: Error, onUnauthenticated?: () => void): Promise<number> {
  const queryFn = vi.fn(() => Promise.reject(error));
  const client = createQueryClient(onUnauthenticated);
  const leave = new QueryObserver(client, { queryKey: ['x'], queryFn }).subscribe(() => {});
  await vi.runAllTimersAsync();
  leave();
  return queryFn.mock.calls.length;
}

test.each([
  ['a refusal is an answer', new ApiError(404, 'NOT_FOUND', ['No existe']), 1],
  ['no connection may come back', new ApiError(0, 'NO_CONNECTION', ['Sin conexión']), 3],
  ['a server in trouble may recover', new ApiError(503, 'UNAVAILABLE', ['Más tarde']), 3],
  ['what answers in its place may let us pass', new ApiError(200, 'UNREADABLE', ['…']), 3],
  ['a mistake of our own stays one', new TypeError('x is undefined'), 1],
])('%s', async (_, error, times) => {
  expect(await timesAsked(error)).toBe(times);
});

test('401 tells that the session is over, any other error does not', async () => {
  const onUnauthenticated = vi.fn();
  await timesAsked(new ApiError(403, 'FORBIDDEN', ['No']), onUnauthenticated);
  // A network that wants a sign-in of its own first.
  await timesAsked(new ApiError(401, 'UNREADABLE', ['…']), onUnauthenticated);
  expect(onUnauthenticated).not.toHaveBeenCalled();
  await timesAsked(new ApiError(401, 'UNAUTHENTICATED', ['No']), onUnauthenticated);
  expect(onUnauthenticated).toHaveBeenCalledOnce();
});

test('a mutation’s 401 counts too, but not a wrong password', async () => {
  const onUnauthenticated = vi.fn();
  const client = createQueryClient(onUnauthenticated);
  const mutationFn = () => Promise.reject(new ApiError(401, 'UNAUTHENTICATED', ['No']));
  await new MutationObserver(client, { mutationFn, meta: { signsIn: true } }).mutate().catch(() => {});
  expect(onUnauthenticated).not.toHaveBeenCalled();
  await new MutationObserver(client, { mutationFn }).mutate().catch(() => {});
  expect(onUnauthenticated).toHaveBeenCalledOnce();
});

test('without a network a mutation fails at once rather than wait in silence', async () => {
  onlineManager.setOnline(false);
  const offline = new ApiError(0, 'NO_CONNECTION', ['Sin conexión']);
  const saving = new MutationObserver(createQueryClient(), { mutationFn: () => Promise.reject(offline) });
  saving.mutate().catch(() => {});
  await vi.runAllTimersAsync();
  expect(saving.getCurrentResult()).toMatchObject({ status: 'error', error: offline });
});

test('without a network a query fails, keeps what it had, and asks again when the network is back', async () => {
  const client = createQueryClient();
  const queryFn = vi.fn(() => Promise.reject<string>(new ApiError(0, 'NO_CONNECTION', ['Sin conexión'])));
  client.setQueryData(['x'], 'de antes', { updatedAt: 0 });
  onlineManager.setOnline(false);
  const asking = new QueryObserver(client, { queryKey: ['x'], queryFn });
  const leave = asking.subscribe(() => {});
  await vi.runAllTimersAsync();
  expect(asking.getCurrentResult()).toMatchObject({ status: 'error', data: 'de antes', fetchStatus: 'idle' });

  client.mount();
  queryFn.mockResolvedValue('de ahora');
  onlineManager.setOnline(true);
  await vi.runAllTimersAsync();
  expect(asking.getCurrentResult().data).toBe('de ahora');
  leave();
  client.unmount();
});
