import { expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';

const database = await testDatabase();
const app = await testApp({}, database);
const tokyo = await testApp({ APP_TIME_ZONE: 'Asia/Tokyo' });
const { db } = app.platform;
const { pool } = database.connection;
await app.startJobs();

const page = async (url: string, headers: Record<string, string> = {}) => {
  const reply = await app.inject({ url, headers });
  const [, painted] = /<div id="root" data-painted>(.*?)<\/div>/s.exec(reply.body) ?? [];
  return { status: reply.statusCode, headers: reply.headers, body: reply.body, painted };
};

it('sends the catalogue as visitors see it, until something public changes', async () => {
  await expect.poll(async () => (await page('/actividades')).painted).toBe('<p>0:  (America/Bogota)</p>');
  await anActivity(db, { title: 'Siembra' });
  await expect
    .poll(async () => (await page('/actividades')).painted)
    .toBe('<p>1: Siembra (America/Bogota)</p>');
  expect((await page('/actividades?q=olla')).painted).toBe('<p>0:  (America/Bogota)</p>');
});

it('leads to the address that the app would write', async () => {
  const { status, headers } = await page('/actividades?date=proximas');
  expect([status, headers.location]).toEqual([302, '/actividades']);
});

it('sends an activity, its own words escaped in markup and in data', async () => {
  const title = '</script><script>alert(1)</script>';
  const { id } = await anActivity(db, { title });
  const { body, painted } = await page(`/actividades/${id}`);
  expect(painted).toContain('&lt;/script>');
  expect(body).not.toContain('<script>alert');
  const [, data = ''] = /<script type="application\/json" id="first-data">(.*?)<\/script>/s.exec(body) ?? [];
  expect(JSON.parse(data)).toMatchObject({ _id: id, title });
});

it('says its hours in the zone of the site', async () => {
  const { body } = await tokyo.inject({ url: '/actividades' });
  expect(body).toContain('(Asia/Tokyo)');
});

it('leaves to its code what somebody with a session may see', async () => {
  const { headers } = await signedIn(db);
  const { id } = await anActivity(db);
  for (const path of ['/actividades', `/actividades/${id}`]) {
    // What is kept for others is not for them.
    expect((await page(path)).painted).toBeDefined();
    const reply = await page(path, headers);
    expect([reply.status, reply.painted]).toEqual([200, undefined]);
    expect(reply.body).toContain('<div id="root"></div>');
    expect(reply.headers).toMatchObject({ vary: expect.stringContaining('cookie') });
  }
});

it('is not sent twice to who has it', async () => {
  const first = await page('/actividades');
  expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
  const again = await page('/actividades', { 'if-none-match': String(first.headers.etag) });
  expect([again.status, again.body]).toEqual([304, '']);
});

it('painted anew of the same things is not sent again, but says when; what has passed is', async () => {
  const date = new Date(NOON.getTime() + 60_000);
  const { id } = await anActivity(db, { title: 'Ya casi', date });
  const at = (seconds: number) => app.setNow(new Date(NOON.getTime() + seconds * 1000));
  for (const path of ['/actividades', `/actividades/${id}`]) {
    at(0);
    await expect.poll(async () => (await page(path)).painted).toContain('Ya casi');
    const first = await page(path);
    expect(first.headers['server-timing']).toBe('painted;desc="2026-11-21T17:00:00.000Z"');
    at(10);
    const again = await page(path, { 'if-none-match': String(first.headers.etag) });
    expect([again.status, again.headers['server-timing']]).toEqual([
      304,
      'painted;desc="2026-11-21T17:00:10.000Z"',
    ]);
    at(70);
    if (path === '/actividades')
      expect((await page(path, { 'if-none-match': String(first.headers.etag) })).status).toBe(200);
  }
  at(0);
});

it('sends an activity that it has kept without asking the database', async () => {
  const { id } = await anActivity(db);
  // Whoever has some cookie is not answered before all else.
  const ask = () => page(`/actividades/${id}`, { cookie: 'other=1' });
  const queriesOfTen = async () => {
    let queries = 0;
    const count = () => (queries += 1);
    pool.on('acquire', count);
    for (let asked = 0; asked < 10; asked += 1) expect((await ask()).status).toBe(200);
    pool.off('acquire', count);
    return queries;
  };
  // What was changed before may still be on its way, and jobs ask now and then.
  await expect.poll(queriesOfTen).toBe(0);
});

it('serves neither the painter nor its documents as files', async () => {
  for (const path of ['/server/first-paint.js', '/actividad.html'])
    expect((await page(path)).status).toBe(404);
});
