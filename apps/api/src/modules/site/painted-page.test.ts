import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';

const app = await testApp();
const tokyo = await testApp({ APP_TIME_ZONE: 'Asia/Tokyo' });
const { db } = app.platform;
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

it('serves neither the painter nor its documents as files', async () => {
  for (const path of ['/server/first-paint.js', '/actividad.html'])
    expect((await page(path)).status).toBe(404);
});
