import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';

const app = await testApp();
const { db } = app.platform;
const DAY = 86_400_000;

await anActivity(db, {
  title: 'Limpieza del río Cauca',
  place: 'Humilladero',
  description: '',
  responsible: ['Ana'],
});
await anActivity(db, {
  title: 'Taller solidario',
  place: 'Café La Maloca',
  description: '',
  responsible: ['Íngrid'],
});
await anActivity(db, {
  title: 'Siembra',
  place: 'Vereda Cajete',
  description: 'Un río de árboles',
  responsible: [],
});
await anActivity(db, { title: '100% reciclado', place: 'C_3', description: 'a\\b', responsible: [] });
await anActivity(db, {
  title: 'Olla de ayer',
  place: '',
  description: '',
  date: new Date(NOON.getTime() - DAY),
});
await anActivity(db, {
  title: 'Olla promocionada',
  place: '',
  description: '',
  date: new Date(NOON.getTime() + 20 * DAY),
  promotionStart: NOON,
  promotionEnd: new Date(NOON.getTime() + 7 * DAY),
});
await anActivity(db, {
  title: 'Hace un año',
  place: '',
  description: '',
  date: new Date(NOON.getTime() - 365 * DAY),
});
await anActivity(db, { title: 'Oculta', status: 'rejected', rejectionReason: 'No' });

async function search(
  query: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<string[]> {
  const reply = await app.inject({ url: '/api/tasks/search', query, headers });
  expect(reply.statusCode).toBe(200);
  return reply.json().map((activity: { title: string }) => activity.title);
}

describe('GET /tasks/search', () => {
  it('finds the same for a visitor, whose statement is built once, and for a person, in each order of pages', async () => {
    const { headers } = await signedIn(db);
    const found = async (query: Record<string, string>, as: Record<string, string>) => {
      const reply = await app.inject({ url: '/api/tasks/search', query, headers: as });
      const ids = reply.json().map(({ _id }: { _id: string }) => _id);
      return { ids, total: reply.headers['x-total-count'] };
    };
    const totals = new Set<unknown>();
    for (const q of ['olla', 'rio', 'olla promocionada', 'un río de árboles', 'de', 'nada así', '%'])
      for (const when of [{}, { date: 'proximas' }, { date: 'pasadas' }])
        for (const series of [{}, { series: 'next' }])
          for (const [limit, offset] of [
            ['1', '0'],
            ['1', '1'],
            ['20', '0'],
            ['20', '40'],
          ] as const) {
            const query = { q, ...when, ...series, limit, offset };
            const ofVisitor = await found(query, {});
            expect({ query, ...ofVisitor }).toEqual({ query, ...(await found(query, headers)) });
            totals.add(ofVisitor.total);
          }
    expect(totals.size).toBeGreaterThan(2);
  });

  it.each([
    ['rio', ['Limpieza del río Cauca', 'Siembra']],
    ['RÍO cau', ['Limpieza del río Cauca']],
    ['limpeza', ['Limpieza del río Cauca']],
    ['solidario', ['Taller solidario']],
    ['solid', ['Taller solidario']],
    ['limpieza del rio', ['Limpieza del río Cauca']],

    ['cafe', ['Taller solidario']],
    ['ingrid', ['Taller solidario']],
    ['arboles', ['Siembra']],
    ['100%', ['100% reciclado']],
    ['%', ['100% reciclado']],
    ['_', ['100% reciclado']],
    ['\\', ['100% reciclado']],
    ["' | !:* <-> &", []],
    ['oculta', []],
    // One error each: two letters swapped, one missing, one too many, one wrong.
    ['limpeiza', ['Limpieza del río Cauca']],
    ['limpiza rio', ['Limpieza del río Cauca']],
    ['solidaario', ['Taller solidario']],
    ['recuclado', ['100% reciclado']],
    ['reciclad', ['100% reciclado']],
    // Swapped neighbours in short words, one of them at the beginning.
    ['cuaca', ['Limpieza del río Cauca']],
    ['roi', ['Limpieza del río Cauca', 'Siembra']],
    ['lmipieza', ['Limpieza del río Cauca']],
    ['siemrba', ['Siembra']],
    // Two errors in a short word, or one in a word of three letters, do not match.
    ['cuaac', []],
    ['rip', []],
    // Matches the prefix of the word, not of its stem.
    ['promocionad', ['Olla promocionada']],
    ['del', 7],
    ['½ ² ﬁ Ⅷ', []],
  ])('q=%s finds %j', async (q, titles) => {
    const found = await search({ q });
    expect(typeof titles === 'number' ? found.length : found).toEqual(titles);
  });

  it('requires every word', async () => {
    const words = ['limpieza', 'del', 'río', ...'cauca humilladero ana'.split(' ')].join(' ');
    const q = `${words} ${'limpieza '.repeat(10)}a c h l r d an ca hu li ri`;
    expect(await search({ q })).toEqual(['Limpieza del río Cauca']);
    expect(await search({ q: `${q} zapote` })).toEqual([]);
  });

  it.each([
    [{ q: '', place: '', date: '', estado: '' }, {}],
    [
      { q: 'olla', date: '', estado: 'promocionadas' },
      { q: 'olla', estado: 'promocionadas' },
    ],
  ])('ignores empty parameters: %j', async (query, without) =>
    expect(await search(query)).toEqual(await search(without as Record<string, string>)),
  );

  it.each([
    [{ place: 'maloca' }, ['Taller solidario']],
    [{ place: 'CAFÉ' }, ['Taller solidario']],
    [{ place: '_' }, ['100% reciclado']],
    [{ place: '%' }, []],
    [{ date: 'pasadas' }, ['Olla de ayer', 'Hace un año']],
    [{ q: 'olla', date: 'proximas' }, ['Olla promocionada']],
    [{ estado: 'promocionadas' }, ['Olla promocionada']],
  ])('%j finds %j', async (query, titles) =>
    expect(await search(query as Record<string, string>)).toEqual(titles),
  );

  it('finds all public activities without filters, and own rejected ones', async () => {
    expect(await search({})).toHaveLength(7);
    const { user, headers } = await signedIn(db);
    await anActivity(db, { ownerId: user.id, title: 'Mía', status: 'rejected', rejectionReason: 'No' });
    expect(await search({ q: 'mia' }, headers)).toEqual(['Mía']);
    expect(await search({ q: 'mia' })).toEqual([]);
  });

  it('without words lists upcoming activities by date, then past ones from the latest, over pages', async () => {
    const whole = await search({ limit: '500' });
    expect(whole.indexOf('Olla promocionada')).toBeLessThan(whole.indexOf('Olla de ayer'));
    const pages: string[] = [];
    for (let offset = 0; offset < whole.length; offset += 2) {
      pages.push(...(await search({ limit: '2', offset: String(offset) })));
    }
    expect(pages).toEqual(whole);
    const dates = (await app.inject('/api/tasks/search?limit=500'))
      .json()
      .map((row: { date: string }) => row.date);
    const now = NOON.toISOString();
    const upcoming = dates.filter((date: string) => date >= now);
    const past = dates.filter((date: string) => date < now);
    expect(dates).toEqual([...upcoming.toSorted(), ...past.toSorted().reverse()]);
  });

  it('returns pages with the total', async () => {
    const reply = await app.inject({ url: '/api/tasks/search?limit=2&offset=4' });
    expect([reply.json().length, reply.headers['x-total-count']]).toEqual([2, '7']);
  });

  it('ranks title before place, responsible and description, then by nearest date', async () => {
    const word = 'guatapuri';
    const far = new Date(NOON.getTime() + 40 * DAY);
    const near = new Date(NOON.getTime() + 3 * DAY);
    await anActivity(db, {
      title: 'D',
      description: `Cerca del ${word}`,
      place: '',
      responsible: [],
      date: near,
    });
    await anActivity(db, { title: 'C', description: '', place: '', responsible: [word], date: near });
    await anActivity(db, { title: 'B', description: '', place: word, responsible: [], date: near });
    await anActivity(db, { title: `${word} lejos`, description: '', place: '', responsible: [], date: far });
    await anActivity(db, {
      title: `${word} pronto`,
      description: '',
      place: '',
      responsible: [],
      date: near,
    });
    expect(await search({ q: word })).toEqual([`${word} pronto`, `${word} lejos`, 'B', 'C', 'D']);
    expect(await search({ place: 'guatapur' })).toEqual(['B']);
    const page = await app.inject({ url: `/api/tasks/search?q=${word}&limit=2&offset=4` });
    expect([page.json().length, page.headers['x-total-count']]).toEqual([1, '5']);
    const beyond = await app.inject({ url: `/api/tasks/search?q=${word}&offset=50` });
    expect([beyond.json(), beyond.headers['x-total-count']]).toEqual([[], '5']);
  });

  it('finds the words of an edit at once', async () => {
    const owner = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: owner.user.id, title: 'Sin nombre' });
    const payload = { title: 'Chirimía', date: '2026-12-05T14:00:00.000Z' };
    await app.inject({ method: 'PUT', url: `/api/tasks/${id}`, headers: owner.headers, payload });
    expect(await search({ q: 'chirima' })).toEqual(['Chirimía']);
  });

  it.each(['date=hoy', 'estado=todas', `q=${'a'.repeat(201)}`, 'q=a&q=b'])('rejects ?%s', async query => {
    const reply = await app.inject({ url: `/api/tasks/search?${query}` });
    expect(errorOf(reply)).toMatchObject({ status: 400, code: 'VALIDATION' });
  });
});
