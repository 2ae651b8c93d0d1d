import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';

const app = await testApp();
const { db } = app.platform;

it('has the first page of the catalogue, rendered on the server for visitors', async () => {
  await anActivity(db, { title: 'Próxima <b>', date: new Date('2026-12-02T14:00:00Z') });
  await anActivity(db, { title: 'Pasada', date: new Date('2026-11-02T14:00:00Z') });
  await anActivity(db, { title: 'Oculta', status: 'rejected', rejectionReason: 'No' });
  const { body } = await app.inject('/mapa');
  expect(body).toContain('<h1>Mapa</h1><p>1: Próxima &lt;b> (America/Bogota)</p>');
  expect(body).toContain('<link rel="canonical" href="http://localhost:3000/mapa">');
  expect(body).toContain('<title>Mapa de actividades · Minga</title>');
  const member = await signedIn(db);
  expect((await app.inject({ url: '/mapa', headers: member.headers })).body).toContain(
    '<div id="root"></div>',
  );
});

it('redirects parameters without a meaning to the canonical address', async () => {
  const { statusCode, headers } = await app.inject('/mapa?actividad=x');
  expect([statusCode, headers.location]).toEqual([302, '/mapa']);
});
