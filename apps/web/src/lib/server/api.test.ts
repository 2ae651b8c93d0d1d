import { login } from '@minga/contract/accounts';
import { listOwnActivities, searchActivities } from '@minga/contract/activities';
import { createActivity } from '@minga/contract/activity-fields';
import { logout, verifySession } from '@minga/contract/session';
import { afterEach, expect, test, vi } from 'vitest';
import { errorSentences } from '../errors/error-sentences.ts';
import { ApiError, call, callList } from './api.ts';

const requests: { url: string; init: RequestInit }[] = [];

function serverAnswers(response: Response | Error): void {
  requests.length = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    if (!(response instanceof Response)) throw response;
    return response;
  });
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    error => error,
  );

afterEach(() => vi.unstubAllGlobals());

test('a call is sent to /api with credentials and returns the content of the response', async () => {
  serverAnswers(Response.json(null));
  expect(await call(verifySession)).toBeNull();
  expect(requests[0]).toMatchObject({
    url: '/api/auth/verify',
    init: { method: 'GET', credentials: 'same-origin' },
  });
});

test('a body is sent as JSON', async () => {
  serverAnswers(Response.json({}));
  await call(login, { body: { email: 'a@b.co', password: 'secreta' } });
  expect(requests[0]?.init.body).toBe('{"email":"a@b.co","password":"secreta"}');
  expect(requests[0]?.init.headers).toMatchObject({ 'content-type': 'application/json' });
});

test('empty query values are omitted, the others encoded', async () => {
  serverAnswers(Response.json([]));
  await callList(searchActivities, { query: { q: 'río & café', place: '', date: 'proximas' } });
  expect(requests[0]?.url).toBe('/api/tasks/search?q=r%C3%ADo+%26+caf%C3%A9&date=proximas');
});

test('a file is sent as multipart with lists as JSON', async () => {
  serverAnswers(Response.json({}, { status: 201 }));
  const file = new File(['x'], 'minga.png', { type: 'image/png' });
  const body = { title: 'Minga', date: '2026-12-05T14:00:00.000Z', responsible: ['Ana', 'Luis'] };
  await call(createActivity, { body, file });
  const form = requests[0]?.init.body as FormData;
  expect(form.get('title')).toBe('Minga');
  expect(form.get('responsible')).toBe('["Ana","Luis"]');
  expect((form.get('image') as File).name).toBe('minga.png');
  expect(requests[0]?.init.headers).not.toHaveProperty('content-type');
});

test('a list includes the count of all rows', async () => {
  serverAnswers(Response.json([{}], { headers: { 'X-Total-Count': '812' } }));
  expect(await callList(listOwnActivities)).toEqual({ rows: [{}], total: 812 });
});

test('a 204 returns undefined', async () => {
  serverAnswers(new Response(null, { status: 204 }));
  expect(await call(logout)).toBeUndefined();
});

test.each([
  ['one sentence', 'Correo o contraseña incorrectos', ['Correo o contraseña incorrectos']],
  [
    'a list',
    ['El título es requerido', 'La fecha es requerida'],
    ['El título es requerido', 'La fecha es requerida'],
  ],
])('an error with %s has the sentences, code and request id', async (_, message, messages) => {
  const headers = { 'x-request-id': 'abc' };
  serverAnswers(Response.json({ message, code: 'VALIDATION' }, { status: 400, headers }));
  const error = await failure(call(verifySession));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 400, code: 'VALIDATION', messages, requestId: 'abc' });
});

test('an error response with a message but no code has the message', async () => {
  serverAnswers(Response.json({ message: 'La actividad ya pasó' }, { status: 400 }));
  const error = await failure(call(verifySession));
  expect(error).toMatchObject({ status: 400, code: 'UNSPECIFIED', messages: ['La actividad ya pasó'] });
  expect(errorSentences(error, 'Error al confirmar')).toEqual(['La actividad ya pasó']);
});

test.each([
  ['a proxy’s page', new Response('<html>Bad gateway</html>', { status: 502 })],
  ['a body without message', Response.json({ oops: true }, { status: 502 })],
  ['an empty list', Response.json({ message: [] }, { status: 502 })],
])('an error response with %s has a fallback message', async (_, response) => {
  serverAnswers(response);
  const error = await failure(call(verifySession));
  expect(error).toMatchObject({ status: 502, code: 'UNREADABLE' });
  expect((error as ApiError).messages[0]).toMatch(/^El servidor no respondió/);
});

test('a success response that is not JSON is an error', async () => {
  serverAnswers(new Response('<html>', { status: 200 }));
  expect(await failure(call(verifySession))).toMatchObject({ code: 'UNREADABLE' });
});

test('no connection is status 0', async () => {
  serverAnswers(new TypeError('Failed to fetch'));
  expect(await failure(call(verifySession))).toMatchObject({ status: 0, code: 'NO_CONNECTION' });
});

test('a cancelled call rejects with the abort error', async () => {
  const abort = new DOMException('aborted', 'AbortError');
  serverAnswers(abort);
  const controller = new AbortController();
  controller.abort();
  expect(await failure(call(verifySession, { signal: controller.signal }))).toBe(abort);
});
