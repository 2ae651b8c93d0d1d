import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { aCollective, anActivity, anAttendance, aUser, signedIn } from '../../../../test/factories.ts';
import { errorOf } from '../../../../test/requests.ts';
import { collectives } from '../../collectives/schema.ts';
import { activities } from '../schema.ts';

const app = await testApp();
const { db } = app.platform;
const DAY = 86_400_000;
const inDays = (days: number) => new Date(NOON.getTime() + days * DAY);
const plain = { place: '', description: '', responsible: [] };

// The activities are 0, 1.6, 27 and 120 kilometres from the Parque Caldas.
const PARK = { latitude: 2.4418, longitude: -76.6063 };
await anActivity(db, {
  ...plain,
  title: 'Parque',
  ...PARK,
  date: inDays(1),
  category: 'ambiente',
  tags: ['río', 'agua'],
  accessibility: ['sin-escalones', 'sombra'],
});
await anActivity(db, {
  ...plain,
  title: 'Barrio',
  latitude: 2.4561,
  longitude: -76.6063,
  date: inDays(3),
  category: 'salud',
  capacity: 2,
  tags: ['agua'],
  accessibility: ['sombra', 'mascotas'],
});
await anActivity(db, {
  ...plain,
  title: 'Vereda',
  latitude: 2.68,
  longitude: -76.6063,
  date: inDays(2),
  endDate: inDays(5),
  category: 'ambiente',
});
await anActivity(db, { ...plain, title: 'Cali', latitude: 3.4516, longitude: -76.532, date: inDays(1) });
await anActivity(db, { ...plain, title: 'Privada', ...PARK, isLocationPrivate: true, date: inDays(4) });
await anActivity(db, { ...plain, title: 'Sin punto', date: inDays(9), capacity: 5 });
await anActivity(db, { ...plain, title: 'Anoche', ...PARK, date: inDays(-1), category: 'ambiente' });
const full = await anActivity(db, { ...plain, title: 'Llena', date: inDays(10), capacity: 1 });
await anAttendance(db, { activityId: full.id });

async function search(query: Record<string, string>, headers = {}) {
  const reply = await app.inject({ url: '/api/tasks/search', query, headers });
  expect(reply.statusCode, reply.body).toBe(200);
  const rows: { title: string; distanceKm?: number }[] = reply.json();
  expect(Number(reply.headers['x-total-count'])).toBe(rows.length);
  return rows;
}
const titles = async (query: Record<string, string>, headers = {}) =>
  (await search(query, headers)).map(({ title }) => title);

describe('GET /tasks/search by topic, room and day', () => {
  it.each([
    [{ categoria: 'ambiente' }, ['Parque', 'Vereda', 'Anoche']],
    [{ categoria: 'ambiente', date: 'proximas' }, ['Parque', 'Vereda']],
    [
      { categoria: '', etiqueta: '', desde: '', hasta: '', cupos: '', cerca: '', radio: '', q: 'cali' },
      ['Cali'],
    ],
    [{ etiqueta: 'agua' }, ['Parque', 'Barrio']],
    [{ etiqueta: '#AGUA' }, ['Parque', 'Barrio']],
    [{ etiqueta: 'rio' }, []],
    [{ q: 'rio' }, ['Parque']],
    [{ etiqueta: 'río', categoria: 'salud' }, []],
    [{ cupos: 'libres', date: 'proximas' }, ['Parque', 'Cali', 'Vereda', 'Barrio', 'Privada', 'Sin punto']],
    [{ desde: '2026-11-30', hasta: '2026-11-30' }, ['Sin punto']],
    [{ desde: '2026-12-01' }, ['Llena']],
    [{ hasta: '2026-11-20' }, ['Anoche']],
    // The activity 'Vereda' lasts three days.
    [{ desde: '2026-11-25', hasta: '2026-11-26' }, ['Vereda', 'Privada']],
    [{ desde: '2026-11-25', hasta: '2026-11-26', categoria: 'ambiente' }, ['Vereda']],
    [{ colectivo: 'ninguno', categoria: 'ambiente' }, []],
    [{ accesible: 'sombra' }, ['Parque', 'Barrio']],
    [{ accesible: 'sombra,sin-escalones' }, ['Parque']],
    [{ accesible: 'sombra', categoria: 'salud' }, ['Barrio']],
    [{ accesible: 'lengua-de-senas' }, []],
    [{ accesible: '', q: 'cali' }, ['Cali']],
  ])('%o', async (query, expected) => {
    expect(await titles(query as Record<string, string>)).toEqual(expected);
  });

  it('shows the same to a session, with its own hidden ones', async () => {
    const { headers, user } = await signedIn(db);
    await anActivity(db, {
      ...plain,
      title: 'Mía',
      date: inDays(1),
      ownerId: user.id,
      category: 'animales',
      status: 'rejected',
      rejectionReason: 'No',
    });
    expect(await titles({ categoria: 'animales' }, headers)).toEqual(['Mía']);
    expect(await titles({ categoria: 'animales' })).toEqual([]);
  });
});

describe('GET /tasks/search around a point', () => {
  const cerca = `${PARK.latitude},${PARK.longitude}`;

  it('finds the nearest first, with the distance, never private locations', async () => {
    const found = await search({ cerca, date: 'proximas' });
    expect(found.map(({ title, distanceKm }) => [title, distanceKm])).toEqual([
      ['Parque', 0],
      ['Barrio', 1.6],
    ]);
    expect(await titles({ cerca: '2.44,-76.61', radio: '30' })).toEqual([
      'Parque',
      'Anoche',
      'Barrio',
      'Vereda',
    ]);
    expect(await titles({ cerca, radio: '200', date: 'proximas' })).toEqual([
      'Parque',
      'Barrio',
      'Vereda',
      'Cali',
    ]);
    expect(await titles({ cerca, radio: '1.5', date: 'proximas' })).toEqual(['Parque']);
  });

  it('sorts by date if asked, with the distance', async () => {
    const found = await search({ cerca, radio: '200', date: 'proximas', orden: 'fecha' });
    expect(found.map(({ title }) => title)).toEqual(['Parque', 'Cali', 'Vereda', 'Barrio']);
    expect(found[3]).toMatchObject({ title: 'Barrio', distanceKm: 1.6 });
    expect(await titles({ cerca, radio: '200', orden: 'fecha' })).toEqual([
      ...['Parque', 'Cali', 'Vereda', 'Barrio', 'Anoche'],
    ]);
    const days = { desde: '2026-11-22', hasta: '2026-11-26' };
    expect(await titles({ cerca, radio: '200', ...days, orden: 'fecha' })).toEqual([
      ...['Parque', 'Cali', 'Vereda', 'Barrio'],
    ]);
  });

  it('sorts words by date if asked', async () => {
    const word = 'guadual';
    await anActivity(db, { ...plain, title: word, date: inDays(8) });
    await anActivity(db, { ...plain, title: 'Otra', description: word, date: inDays(7) });
    expect(await titles({ q: word })).toEqual([word, 'Otra']);
    expect(await titles({ q: word, orden: 'fecha' })).toEqual(['Otra', word]);
  });

  it('is not told to other searches, which ignore a radius alone', async () => {
    const [first] = await search({ q: 'parque', radio: '1' });
    expect(first).toMatchObject({ title: 'Parque' });
    expect(first).not.toHaveProperty('distanceKm');
  });

  it('combines with words and filters', async () => {
    expect(await titles({ cerca, radio: '200', q: 'vereda' })).toEqual(['Vereda']);
    expect(await titles({ cerca, radio: '200', categoria: 'ambiente', date: 'proximas' })).toEqual([
      'Parque',
      'Vereda',
    ]);
  });

  it('takes pages', async () => {
    const reply = await app.inject({
      url: '/api/tasks/search',
      query: { cerca, radio: '200', limit: '1', offset: '2' },
    });
    expect(reply.json()).toMatchObject([{ title: 'Barrio' }]);
    expect(reply.headers['x-total-count']).toBe('5');
    const beyond = await app.inject({
      url: '/api/tasks/search',
      query: { cerca, radio: '200', offset: '50' },
    });
    expect([beyond.json(), beyond.headers['x-total-count']]).toEqual([[], '5']);
  });

  it('finds across the 180th meridian', async () => {
    await anActivity(db, { ...plain, title: 'Fiyi', latitude: -16.8, longitude: -179.99, date: inDays(1) });
    expect(await search({ cerca: '-16.8,179.99' })).toMatchObject([{ title: 'Fiyi', distanceKm: 2.1 }]);
  });
});

it.each([
  [{ categoria: 'nada' }, 'La categoría no existe'],
  [{ etiqueta: 'x'.repeat(32) }, 'La etiqueta es demasiado larga'],
  [{ desde: '2026-02-30' }, 'Los días deben tener la forma 2026-12-05'],
  [{ hasta: 'mañana' }, 'Los días deben tener la forma 2026-12-05'],
  [{ desde: '9999-12-31' }, 'Los días deben tener la forma 2026-12-05'],
  [{ desde: '2026-12-06', hasta: '2026-12-05' }, 'El día «hasta» no puede ser anterior a «desde»'],
  [{ cupos: 'todos' }, '«cupos» debe ser «libres»'],
  [{ cerca: '91,0' }, '«cerca» debe ser una latitud y una longitud, como 2.44,-76.61'],
  [{ cerca: '2.4' }, '«cerca» debe ser una latitud y una longitud, como 2.44,-76.61'],
  [{ cerca: '2.4,-181' }, '«cerca» debe ser una latitud y una longitud, como 2.44,-76.61'],
  [{ cerca: 'NaN,Infinity' }, '«cerca» debe ser una latitud y una longitud, como 2.44,-76.61'],
  [{ cerca: '0x1,1e2' }, '«cerca» debe ser una latitud y una longitud, como 2.44,-76.61'],
  [{ cerca: '2.4,-76.6', radio: '0.5' }, 'El radio debe ser un número de kilómetros entre 1 y 200'],
  [{ cerca: '2.4,-76.6', radio: '201' }, 'El radio debe ser un número de kilómetros entre 1 y 200'],
  [{ orden: 'nombre' }, '«orden» debe ser «fecha»'],
  [{ radio: 'cerca' }, 'El radio debe ser un número de kilómetros entre 1 y 200'],
])('%o is 400', async (query, message) => {
  const reply = await app.inject({ url: '/api/tasks/search', query: query as Record<string, string> });
  expect(errorOf(reply)).toEqual({ status: 400, code: 'VALIDATION', message: [message] });
});

describe('GET /tasks/search by a tag', async () => {
  const inTags = ['olla', 'huerta', 'minga'];
  const owner = await aUser(db);
  const some = fc.subarray(inTags);
  const edit = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), tags: some, day: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ kind: fc.constant('tags' as const), tags: some, nth: fc.nat() }),
    fc.record({ kind: fc.constant('day' as const), day: fc.integer({ min: 1, max: 30 }), nth: fc.nat() }),
    fc.record({ kind: fc.constant('delete' as const), nth: fc.nat() }),
  );

  it('returns the activities that have it, in the order of their dates, after any edits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 8 }), async edits => {
        await db.delete(activities).where(eq(activities.ownerId, owner.id));
        const ids: string[] = [];
        for (const one of edits) {
          if (one.kind === 'add') {
            const { id } = await anActivity(db, {
              ...plain,
              title: 'Con etiquetas',
              ownerId: owner.id,
              tags: one.tags,
              date: inDays(one.day),
            });
            ids.push(id);
            continue;
          }
          const id = ids[one.nth % ids.length];
          if (id === undefined) continue;
          const row = eq(activities.id, id);
          if (one.kind === 'tags') await db.update(activities).set({ tags: one.tags }).where(row);
          else if (one.kind === 'day')
            await db
              .update(activities)
              .set({ date: inDays(one.day) })
              .where(row);
          else await db.delete(activities).where(row);
        }
        const stored = await db.select().from(activities).where(eq(activities.ownerId, owner.id));
        for (const etiqueta of inTags) {
          const expected = stored
            .filter(({ tags }) => tags.includes(etiqueta))
            .sort((a, b) => a.date.getTime() - b.date.getTime() || (a.id < b.id ? -1 : 1))
            .map(({ id }) => id);
          for (const date of ['', 'proximas']) {
            const first = await app.inject({
              url: '/api/tasks/search',
              query: { etiqueta, date, limit: '2' },
            });
            const rest = await app.inject({
              url: '/api/tasks/search',
              query: { etiqueta, date, offset: '2' },
            });
            const listed = [...first.json(), ...rest.json()].map(({ _id }) => _id);
            expect(listed).toEqual(expected);
            expect(first.headers['x-total-count']).toBe(String(expected.length));
            expect(rest.headers['x-total-count']).toBe(String(expected.length));
          }
        }
      }),
      { numRuns: 15 },
    );
  });
});

it('GET /tasks/search finds no activity by the slug of a deactivated collective', async () => {
  const { id: collectiveId, slug } = await aCollective(db);
  await anActivity(db, { ...plain, title: 'De la vereda', collectiveId });
  expect(await titles({ colectivo: slug })).toEqual(['De la vereda']);
  await db.update(collectives).set({ status: 'inactive' }).where(eq(collectives.id, collectiveId));
  expect(await titles({ colectivo: slug })).toEqual([]);
});
