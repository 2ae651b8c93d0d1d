import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { aCollective, anActivity, anAttendance, signedIn } from '../../../test/factories.ts';

const app = await testApp();
const { db } = app.platform;
const HELD = new Date('2026-11-07T14:00:00.000Z');

const get = (query = '', headers = {}) => app.inject({ url: `/impacto${query}`, headers });
const rendered = (body: string) => /<div id="root" data-server-rendered>(.*?)<\/div>/s.exec(body)?.[1];

it('is rendered on the server, of the site and of a collective', async () => {
  const { id: collectiveId, slug } = await aCollective(db, { name: 'Guardianes <b>' });
  const { id: activityId } = await anActivity(db, { date: HELD, collectiveId });
  await anAttendance(db, { activityId, companions: 1, hours: 2.5, checkedInAt: HELD });
  await anActivity(db, { date: HELD });
  const site = await get();
  expect(rendered(site.body)).toBe('<p>2 2 2.5 </p>');
  expect(site.body).toContain('<title>Impacto · Minga</title>');
  expect(site.body).toContain('<link rel="canonical" href="http://localhost:3000/impacto">');
  const own = await get(`?colectivo=${slug}`);
  expect(rendered(own.body)).toBe('<p>1 2 2.5 Guardianes &lt;b></p>');
  expect(own.body).toContain('<title>Impacto de Guardianes &lt;b&gt; · Minga</title>');
  expect(own.body).toContain(`href="http://localhost:3000/impacto?colectivo=${slug}"`);
});

it('is 404 for an unknown collective, and redirects to the canonical address', async () => {
  const { slug } = await aCollective(db, { status: 'held' });
  for (const unknown of ['ninguno', slug]) {
    const { statusCode, body } = await get(`?colectivo=${unknown}`);
    expect([statusCode, rendered(body)]).toEqual([404, '<p>Desconocido</p>']);
  }
  const { statusCode, headers } = await get('?colectivo=x&y');
  expect([statusCode, headers.location]).toEqual([302, '/impacto']);
});

it('is an empty document for members, and in the sitemap', async () => {
  const member = await signedIn(db);
  expect((await get('', member.headers)).body).toContain('<div id="root"></div>');
  expect((await app.inject('/sitemap.xml')).body).toContain('<loc>http://localhost:3000/impacto</loc>');
});
