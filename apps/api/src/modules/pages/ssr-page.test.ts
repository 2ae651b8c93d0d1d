import { expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { queriesOf, testDatabase } from '../../../test/database.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';

const database = await testDatabase();
const app = await testApp({}, database);
const tokyo = await testApp({ APP_TIME_ZONE: 'Asia/Tokyo' });
const { db } = app.platform;
await app.startJobs();

const page = async (url: string, headers: Record<string, string> = {}) => {
  const reply = await app.inject({ url, headers });
  const [, rendered] = /<div id="root" data-server-rendered>(.*?)<\/div>/s.exec(reply.body) ?? [];
  return { status: reply.statusCode, headers: reply.headers, body: reply.body, rendered };
};

it('sends the catalogue for visitors, cached until public data changes', async () => {
  await expect.poll(async () => (await page('/actividades')).rendered).toBe('<p>0:  (America/Bogota)</p>');
  await anActivity(db, { title: 'Siembra' });
  await expect
    .poll(async () => (await page('/actividades')).rendered)
    .toBe('<p>1: Siembra (America/Bogota)</p>');
  expect((await page('/actividades?q=olla')).rendered).toBe('<p>0:  (America/Bogota)</p>');
});

it('redirects to the canonical address', async () => {
  const { status, headers } = await page('/actividades?date=proximas');
  expect([status, headers.location]).toEqual([302, '/actividades']);
});

it('sends an activity with its text escaped in HTML and in the initial data', async () => {
  const title = '</script><script>alert(1)</script>';
  const { id } = await anActivity(db, { title });
  const { body, rendered } = await page(`/actividades/${id}`);
  expect(rendered).toContain('&lt;/script>');
  expect(body).not.toContain('<script>alert');
  const [, data = ''] =
    /<script type="application\/json" id="initial-data">(.*?)<\/script>/s.exec(body) ?? [];
  expect(JSON.parse(data)).toMatchObject({ _id: id, title });
});

it('renders times in the zone of the site', async () => {
  const { body } = await tokyo.inject({ url: '/actividades' });
  expect(body).toContain('(Asia/Tokyo)');
});

it('sends an empty document to requests with a session', async () => {
  const { headers } = await signedIn(db);
  const { id } = await anActivity(db);
  for (const path of ['/actividades', `/actividades/${id}`]) {
    // A visitor's request caches the page.
    expect((await page(path)).rendered).toBeDefined();
    const reply = await page(path, headers);
    expect([reply.status, reply.rendered]).toEqual([200, undefined]);
    expect(reply.body).toContain('<div id="root"></div>');
    expect(reply.headers).toMatchObject({ vary: expect.stringContaining('cookie') });
  }
});

it('renders pages of their own for users who save data, by the header or by their choice', async () => {
  const { id } = await anActivity(db);
  const { headers: session } = await signedIn(db);
  const isSaved = async (headers: Record<string, string>) =>
    (await page(`/actividades/${id}`, headers)).body.includes('<meta name="minga:saved-data" content="on">');
  for (let time = 0; time < 2; time += 1) {
    expect(await isSaved({})).toBe(false);
    expect(await isSaved({ 'save-data': 'on' })).toBe(true);
    expect(await isSaved({ cookie: 'minga_datos=1' })).toBe(true);
    expect(await isSaved({ 'save-data': 'on', cookie: 'minga_datos=0' })).toBe(false);
    expect(await isSaved({ cookie: `${session.cookie}; minga_datos=1` })).toBe(true);
  }
  const { headers } = await page(`/actividades/${id}`, { 'save-data': 'on' });
  expect(headers.vary).toContain('save-data');
});

it('responds with 304 to a conditional request', async () => {
  const first = await page('/actividades');
  expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
  const again = await page('/actividades', { 'if-none-match': String(first.headers.etag) });
  expect([again.status, again.body]).toEqual([304, '']);
});

it('a page rendered again from the same data has the same ETag and another Server-Timing, until an activity starts', async () => {
  const date = new Date(NOON.getTime() + 60_000);
  const { id } = await anActivity(db, { title: 'Ya casi', date });
  const at = (seconds: number) => app.setNow(new Date(NOON.getTime() + seconds * 1000));
  for (const path of ['/actividades', `/actividades/${id}`]) {
    at(0);
    await expect.poll(async () => (await page(path)).rendered).toContain('Ya casi');
    const first = await page(path);
    expect(first.headers['server-timing']).toBe('rendered;desc="2026-11-21T17:00:00.000Z"');
    at(10);
    const again = await page(path, { 'if-none-match': String(first.headers.etag) });
    expect([again.status, again.headers['server-timing']]).toEqual([
      304,
      'rendered;desc="2026-11-21T17:00:10.000Z"',
    ]);
    at(70);
    if (path === '/actividades')
      expect((await page(path, { 'if-none-match': String(first.headers.etag) })).status).toBe(200);
  }
  at(0);
});

it('sends a cached activity without a query', async () => {
  const { id } = await anActivity(db);
  // A request with a cookie skips the hook that sends cached responses first.
  const request = () => page(`/actividades/${id}`, { cookie: 'other=1' });
  const ten = async () => {
    for (let count = 0; count < 10; count += 1) expect((await request()).status).toBe(200);
  };
  await expect.poll(() => queriesOf(database.connection, ten)).toBe(0);
});

it('serves neither the renderer nor its documents as files', async () => {
  for (const path of ['/server/entry-server.js', '/actividad.html'])
    expect((await page(path)).status).toBe(404);
});
