import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';

const app = await testApp();
const { headers } = await signedIn(app.platform.db);
const required = { title: 'Siembra', date: '2026-12-05T14:00:00.000Z' };

const send = (method: 'POST' | 'PUT', url: string, payload: object) =>
  app.inject({ method, url: `/api/tasks${url}`, headers, payload });

it('stores a category and tags, by default none', async () => {
  expect((await send('POST', '', required)).json()).toMatchObject({ category: null, tags: [] });
  const reply = await send('POST', '', {
    ...required,
    category: 'ambiente',
    tags: ['#Río', ' agua  limpia ', 'río', '', '<b>'],
  });
  expect([reply.statusCode, reply.json()]).toMatchObject([
    201,
    { category: 'ambiente', tags: ['río', 'agua limpia', '<b>'] },
  ]);
});

it('leaves them on an edit without them; null or empty clears them', async () => {
  const { _id } = (await send('POST', '', { ...required, category: 'salud', tags: ['agua'] })).json();
  expect((await send('PUT', `/${_id}`, required)).json()).toMatchObject({
    category: 'salud',
    tags: ['agua'],
  });
  const asText = { ...required, category: '', tags: '["sol"]' };
  expect((await send('PUT', `/${_id}`, asText)).json()).toMatchObject({ category: null, tags: ['sol'] });
  const cleared = { ...required, category: null, tags: null };
  expect((await send('PUT', `/${_id}`, cleared)).json()).toMatchObject({ category: null, tags: [] });
});

it('gives them to every occurrence of a series, and carries an edit over', async () => {
  const repeat = { frequency: 'weekly', interval: 1, count: 3 };
  const first = (await send('POST', '', { ...required, tags: ['minga'], repeat })).json();
  expect(first.tags).toEqual(['minga']);
  await send('PUT', `/${first._id}?scope=all`, { ...required, category: 'cultura', tags: ['música'] });
  const reply = await app.inject({
    url: '/api/tasks/search',
    query: { etiqueta: 'música', serie: first.series._id },
  });
  expect(reply.json().map(({ category }: { category: string }) => category)).toEqual(
    Array(3).fill('cultura'),
  );
});

it.each([
  [{ category: 'nada' }, 'La categoría no existe'],
  [{ tags: 'agua' }, 'Las etiquetas deben ser una lista'],
  [{ tags: [7] }, 'Este campo debe ser un solo texto'],
  [{ tags: ['x'.repeat(31)] }, 'Cada etiqueta debe tener como máximo 30 caracteres'],
  [{ tags: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'Puedes poner como máximo 5 etiquetas'],
])('%o is 400 and changes nothing', async (fields, message) => {
  const { _id } = (await send('POST', '', { ...required, category: 'salud', tags: ['agua'] })).json();
  expect(errorOf(await send('PUT', `/${_id}`, { ...required, ...fields }))).toEqual({
    status: 400,
    code: 'VALIDATION',
    message: [message],
  });
  const stored = await app.inject({ url: `/api/tasks/${_id}` });
  expect(stored.json()).toMatchObject({ category: 'salud', tags: ['agua'] });
});
