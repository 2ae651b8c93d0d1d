import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';
import { multipartOf } from '../../../test/multipart.ts';
import { errorOf } from '../../../test/requests.ts';

const app = await testApp();
const { db } = app.platform;
const { user, headers } = await signedIn(db);

it.each([
  [40, ['El título es requerido', 'La fecha es requerida']],
  [41, ['Envía como máximo 40 campos']],
  [400, ['Envía como máximo 40 campos']],
])('%d unknown fields: a short error', async (count, message) => {
  const fields = Object.fromEntries(Array.from({ length: count }, (_, index) => [`campo${index}`, 'x']));
  const form = await multipartOf(fields, null);
  const reply = await app.inject({
    method: 'POST',
    url: '/api/tasks',
    ...form,
    headers: { ...form.headers, ...headers },
  });
  expect(errorOf(reply)).toMatchObject({ status: 400, code: 'VALIDATION', message });
});

const NAMED = 'Content-Disposition: form-data; name="text"';
const part = (header: string) => `--q\r\n${header}\r\n\r\nHola\r\n`;
const long = 'a'.repeat(200_000);
const unreadable: [what: string, body: string][] = [
  ['no bytes', ''],
  ['no parts', '--q--\r\n'],
  ['a preamble alone', 'Hola\r\n--q--\r\n'],
  ['parts after the end', `--q--\r\n${part(NAMED)}--q--\r\n`],
  ...[
    ['a long header before its name', `X-A: ${long}\r\n${NAMED}`],
    ['a long header after its name', `${NAMED}\r\nX-A: ${long}`],
    ['a long name', `Content-Disposition: form-data; name="${long}"`],
    ['many headers', `${'X-A: a\r\n'.repeat(2_100)}${NAMED}`],
    ['NUL before its name', `\0${NAMED}`],
    ['NUL in its name', 'Content-Disposition: form-data; name="te\0xt"'],
    ['NUL in another header', `${NAMED}\r\nX-A: \0`],
    ['a bare line break', `${NAMED}\nX-A: a`],
    ['a line without a colon', `X-A\r\n${NAMED}`],
    ['a line without a colon after its name', `${NAMED}\r\nX-A`],
    ['a bare line break in another header', `${NAMED}\r\nX-A: a\nb`],
    ['no name', 'Content-Disposition: form-data'],
    ['another disposition', 'Content-Disposition: attachment; name="text"'],
    ['no disposition', 'Content-Type: text/plain'],
    ['no header', ''],
  ].flatMap(([what = '', header = '']): [string, string][] => [
    [`one part with ${what}`, `${part(header)}--q--\r\n`],
    [`a good part and one with ${what}`, `${part(NAMED)}${part(header)}--q--\r\n`],
  ]),
  ['a header that a delimiter cuts off', `${part(NAMED)}--q\r\n${NAMED}\r\n--q--\r\n`],
  ['a header without a body', `${part(NAMED)}--q\r\n${NAMED}\r\n\r\n--q--\r\n`],
];

describe('a form that cannot be read whole', () => {
  const send = (method: 'POST' | 'PUT', url: string, payload: string, type = 'boundary=q') =>
    app.inject({
      method,
      url,
      payload,
      headers: { ...headers, 'content-type': `multipart/form-data; ${type}` },
    });

  it.each(unreadable)('with %s is refused and changes nothing', async (_what, body) => {
    const { id } = await anActivity(db, { ownerId: user.id, date: new Date(NOON.getTime() - 60_000) });
    const form = await multipartOf({ text: 'Sembramos' }, null);
    const url = `/api/tasks/${id}/memory`;
    const stored = await app.inject({
      method: 'PUT',
      url,
      ...form,
      headers: { ...form.headers, ...headers },
    });
    expect(stored.statusCode).toBe(200);
    const reply = await send('PUT', url, body);
    expect(errorOf(reply)).toMatchObject({ status: 400, code: 'VALIDATION' });
    expect([reply.json().message].flat().join()).toMatch(/formulario/);
    expect((await app.inject({ url: `/api/tasks/${id}`, headers })).json().memory).toMatchObject({
      text: 'Sembramos',
    });
    for (const [method, address] of [
      ['POST', '/api/tasks'],
      ['POST', '/api/collectives'],
      ['POST', '/dejar-correos?token=x'],
    ] as const)
      expect([(await send(method, address, body)).json().message].flat().join()).toMatch(/formulario/);
  });

  it.each(['boundary=q', 'boundary="q"', 'charset=utf-8; Boundary=q'])(
    '%s: a good form is read',
    async type => {
      const { id } = await anActivity(db, { ownerId: user.id, date: new Date(NOON.getTime() - 60_000) });
      const reply = await send('PUT', `/api/tasks/${id}/memory`, `${part(NAMED)}--q--\r\nfin`, type);
      expect([reply.statusCode, reply.json().memory.text]).toEqual([200, 'Hola']);
    },
  );
});
