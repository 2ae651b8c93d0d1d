import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { aCollective, aSavedSearch, signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { savedSearches } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
type Headers = Record<string, string>;

const post = (headers: Headers, payload: object) =>
  app.inject({ method: 'POST', url: '/api/saved-searches', headers, payload });
const list = async (headers: Headers) => (await app.inject({ url: '/api/saved-searches', headers })).json();

describe('POST /saved-searches', () => {
  it('saves every filter but those about time, the point rounded', async () => {
    const { headers } = await signedIn(db);
    const { slug, name } = await aCollective(db);
    const filters = {
      q: 'río',
      place: 'Caldas',
      categoria: 'ambiente',
      etiqueta: '#Aves',
      colectivo: slug,
      cupos: 'libres',
      cerca: '2.441999,-76.605001',
      radio: '7.5',
    };
    const times = { desde: '2026-12-01', hasta: '2026-12-05', date: 'proximas', estado: 'promocionadas' };
    const reply = await post(headers, { filters: { ...filters, ...times }, mail: 'inmediato' });
    expect(reply.statusCode).toBe(201);
    const saved = {
      _id: expect.any(String),
      words: `«río» · en «Caldas» · Ambiente · #aves · de ${name} · con cupo · a 7,5 km`,
      filters: { ...filters, etiqueta: 'aves', cerca: '2.44,-76.61' },
      mail: 'inmediato',
      createdAt: NOON.toISOString(),
    };
    expect(reply.json()).toEqual(saved);
    expect(await list(headers)).toEqual([saved]);
  });

  it('finds an identical one again, and changes its e-mails if they are given', async () => {
    const { headers } = await signedIn(db);
    const filters = { q: 'río' };
    const first = (await post(headers, { filters })).json();
    expect(first.mail).toBe('diario');
    expect((await post(headers, { filters, mail: 'nunca' })).json()).toEqual({ ...first, mail: 'nunca' });
    const replies = await Promise.all(Array.from({ length: 5 }, () => post(headers, { filters })));
    for (const reply of replies) expect(reply.json()).toEqual({ ...first, mail: 'nunca' });
    expect(await list(headers)).toHaveLength(1);
  });

  it.each([
    [{}, 400, 'Indica qué buscas'],
    [{ filters: {} }, 400, 'Elige al menos un filtro que no sea la fecha'],
    [{ filters: { q: 'de la' } }, 400, 'Elige al menos un filtro que no sea la fecha'],
    [{ filters: { desde: '2026-12-01', radio: '5' } }, 400, 'Elige al menos un filtro que no sea la fecha'],
    [{ filters: { q: '%' } }, 400, 'Escribe palabras con letras o números'],
    [{ filters: { categoria: 'otras' } }, 400, 'La categoría no existe'],
    [
      { filters: { q: 'a', cerca: 'aquí' } },
      400,
      '«cerca» debe ser una latitud y una longitud, como 2.44,-76.61',
    ],
    [{ filters: { q: 'a', hasta: 'ayer' } }, 400, 'Los días deben tener la forma 2026-12-05'],
    [{ filters: { q: 'a' }, mail: 'siempre' }, 400, 'Elige «inmediato», «diario» o «nunca»'],
    [{ filters: { colectivo: 'no-existe' } }, 404, 'Colectivo no encontrado'],
  ])('rejects %j with %i and saves nothing', async (payload, status, message) => {
    const { headers } = await signedIn(db);
    const error = errorOf(await post(headers, payload));
    expect([error.status, [error.message].flat()]).toEqual([status, [message]]);
    expect(await list(headers)).toEqual([]);
  });

  it('saves twenty at most, also of concurrent requests', async () => {
    const { user, headers } = await signedIn(db);
    for (let number = 0; number < 18; number += 1)
      await aSavedSearch(db, { userId: user.id, tag: `t${number}` });
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_empty, number) =>
        post(headers, { filters: { etiqueta: `nueva ${number}` } }),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    const rejected = replies.find(({ statusCode }) => statusCode === 409);
    expect(rejected?.json()).toEqual({
      message:
        'Ya tienes 20 búsquedas guardadas. Quita una en «Configurar Notificaciones» para guardar otra.',
      code: 'CONFLICT',
    });
    const again = await post(headers, { filters: { categoria: 'ambiente', etiqueta: 't0' }, mail: 'nunca' });
    expect([again.statusCode, again.json().mail]).toEqual([201, 'nunca']);
    expect(await list(headers)).toHaveLength(20);
  });
});

it('lists own searches, the newest first, by pages', async () => {
  const { user, headers } = await signedIn(db);
  await aSavedSearch(db, { userId: user.id });
  await aSavedSearch(db, { userId: user.id, category: 'salud', createdAt: new Date(NOON.getTime() + 1) });
  await aSavedSearch(db);
  const words = async (query = '') => {
    const reply = await app.inject({ url: `/api/saved-searches${query}`, headers });
    expect(reply.headers['x-total-count']).toBe('2');
    return reply.json().map((search: { words: string }) => search.words);
  };
  expect(await words()).toEqual(['Salud', 'Ambiente']);
  expect(await words('?limit=1&offset=1')).toEqual(['Ambiente']);
});

it('changes and removes an own search; those of others and unknown ones are 404', async () => {
  const { user, headers } = await signedIn(db);
  const [own, other] = [await aSavedSearch(db, { userId: user.id }), await aSavedSearch(db)];
  const at = (id: string, method: 'PUT' | 'DELETE', payload?: object) =>
    app.inject({ method, url: `/api/saved-searches/${id}`, headers, ...(payload && { payload }) });
  expect((await at(own.id, 'PUT', { mail: 'nunca' })).json()).toMatchObject({ _id: own.id, mail: 'nunca' });
  expect(errorOf(await at(own.id, 'PUT', {}))).toMatchObject({ status: 400 });
  for (const reply of [await at(other.id, 'PUT', { mail: 'nunca' }), await at(other.id, 'DELETE')])
    expect(errorOf(reply)).toMatchObject({ status: 404, message: 'Búsqueda guardada no encontrada' });
  expect((await at('x', 'DELETE')).statusCode).toBe(400);
  expect((await at(own.id, 'DELETE')).statusCode).toBe(204);
  expect((await at(own.id, 'DELETE')).statusCode).toBe(404);
  const [kept] = await db.select().from(savedSearches).where(eq(savedSearches.id, other.id));
  expect(kept?.mail).toBe('diario');
});
