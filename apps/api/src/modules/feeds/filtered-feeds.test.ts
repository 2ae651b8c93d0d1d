import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { aCollective, anActivity } from '../../../test/factories.ts';
import { parseCalendar } from '../../../test/parse-calendar.ts';
import { childrenOf, parseXml, textOf } from '../../../test/parse-xml.ts';
import { errorOf } from '../../../test/requests.ts';

const SITE = 'https://minga.example';
const app = await testApp({ PUBLIC_URL: SITE, RATE_LIMIT_FACTOR: '1' });
const { db } = app.platform;
const day = (number: number) => new Date(Date.UTC(2026, 11, number, 14));

const collective = await aCollective(db, { name: 'Río <Vivo>' });
await anActivity(db, { title: 'Siembra', date: day(5), category: 'ambiente', tags: ['río'] });
await anActivity(db, { title: 'Cuentos', date: day(6), category: 'infancia', collectiveId: collective.id });
await anActivity(db, { title: 'Puente', date: day(7), latitude: 2.44, longitude: -76.61, capacity: 3 });

const titles = async (url: string) =>
  (await app.inject(url)).json().items.map(({ title }: { title: string }) => title);

it.each([
  ['categoria=ambiente', ['Siembra']],
  ['etiqueta=%23R%C3%ADo', ['Siembra']],
  ['desde=2026-12-06', ['Cuentos', 'Puente']],
  ['hasta=2026-12-06', ['Siembra', 'Cuentos']],
  ['cerca=2.44,-76.6&radio=5', ['Puente']],
  [`colectivo=${collective.slug}`, ['Cuentos']],
  ['cupos=libres', ['Siembra', 'Cuentos', 'Puente']],
])('have the filters of a search: %s', async (query, found) => {
  // The newest publication first, without `cerca`.
  const given = await titles(`/actividades.json?${query}`);
  expect(query.includes('cerca') ? given : given.toSorted()).toEqual(
    query.includes('cerca') ? found : found.toSorted(),
  );
});

it('say their filters in the title, the page and the self link', async () => {
  const query = `place=caldas&colectivo=${collective.slug}&categoria=infancia&cupos=libres`;
  const json = (await app.inject(`/actividades.json?${query}&radio=7&limit=3`)).json();
  const title = 'Minga: Niñez de Río <Vivo> en caldas, con cupos';
  expect(json).toMatchObject({
    title,
    home_page_url: `${SITE}/actividades?${query}`,
    feed_url: `${SITE}/actividades.json?${query}`,
  });
  const [channel] = childrenOf(parseXml((await app.inject(`/actividades.rss?${query}`)).body), 'channel');
  expect(textOf(channel, 'title')).toBe(title);
  const calendar = parseCalendar((await app.inject(`/actividades.ics?${query}`)).body);
  expect(calendar.properties['X-WR-CALNAME']).toBe(title);
  const near = (await app.inject('/actividades.json?cerca=2.4400,-76.61&radio=5')).json();
  expect(near.feed_url).toBe(`${SITE}/actividades.json?cerca=2.44%2C-76.61&radio=5`);
});

it.each(['ics', 'rss', 'json'])('are also calls of the API: %s', async format => {
  const page = await app.inject(`/actividades.${format}?categoria=ambiente`);
  const call = await app.inject(`/api/tasks/feed.${format}?categoria=ambiente`);
  expect([call.statusCode, call.body]).toEqual([200, page.body]);
  for (const header of ['content-type', 'etag', 'cache-control'])
    expect(call.headers[header]).toBe(page.headers[header]);
});

it.each([
  ['categoria=deportes', 'La categoría no existe'],
  ['desde=2026-13-01', 'Los días deben tener la forma 2026-12-05'],
  ['cerca=norte', '«cerca» debe ser una latitud y una longitud, como 2.44,-76.61'],
  ['radio=0', 'El radio debe ser un número de kilómetros entre 1 y 200'],
  ['cupos=todos', '«cupos» debe ser «libres»'],
  ['desde=2026-12-05&hasta=2026-12-04', 'El día «hasta» no puede ser anterior a «desde»'],
])('reject an invalid filter: %s', async (query, sentence) => {
  for (const path of ['/actividades.rss', '/api/tasks/feed.rss'])
    expect(errorOf(await app.inject(`${path}?${query}`))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: [sentence],
    });
});
