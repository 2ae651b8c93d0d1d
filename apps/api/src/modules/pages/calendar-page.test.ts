import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';

const app = await testApp();
const tokyo = await testApp({ APP_TIME_ZONE: 'Asia/Tokyo' });
const { db } = app.platform;
await app.startJobs();

const rendered = async (url: string, from = app) =>
  /<div id="root" data-server-rendered>(.*?)<\/div>/s.exec((await from.inject(url)).body)?.[1];

it('has past and upcoming activities, rendered on the server and cached until public data changes', async () => {
  const today = 'America/Bogota 2026-11-21T05:00:00.000Z';
  expect(await rendered('/calendario')).toBe(`<p>0:  (${today})</p>`);
  await anActivity(db, { title: 'Pasada <b>', date: new Date('2026-11-02T14:00:00Z') });
  await anActivity(db, { title: 'Próxima', date: new Date('2026-12-02T14:00:00Z') });
  await anActivity(db, { title: 'Oculta', status: 'rejected', rejectionReason: 'No' });
  await anActivity(db, { title: 'De otro mes', date: new Date('2026-12-30T14:00:00Z') });
  await expect
    .poll(() => rendered('/calendario?mes=2026-11'))
    .toBe(`<p>2: Próxima, Pasada &lt;b> (${today})</p>`);
  const { headers, body } = await app.inject('/calendario');
  expect(headers['cache-control']).toBe('private, no-cache');
  const again = await app.inject({ url: '/calendario', headers: { 'if-none-match': String(headers.etag) } });
  expect(again.statusCode).toBe(304);
  expect(body).toContain('<link rel="canonical" href="http://localhost:3000/calendario">');
  expect(body).toContain('<title>Calendario de actividades · Minga</title>');
});

it('starts the day in the zone of the site', async () => {
  expect(await rendered('/calendario', tokyo)).toContain('Asia/Tokyo 2026-11-21T15:00:00.000Z');
});

it('redirects a malformed month to the canonical address, and sends members an empty document', async () => {
  const { statusCode, headers } = await app.inject('/calendario?mes=x');
  expect([statusCode, headers.location]).toEqual([302, '/calendario']);
  const member = await signedIn(db);
  const { body } = await app.inject({ url: '/calendario', headers: member.headers });
  expect(body).toContain('<div id="root"></div>');
});
