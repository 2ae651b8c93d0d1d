import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { aCollective, anActivity } from '../../../test/factories.ts';
import { meantAddress } from './page-address.ts';

const app = await testApp();
const ID = '01a21b82-fcc3-77b4-802e-0fc0d15b2207';
const AFTER = [
  '.',
  ')',
  '*',
  '%20',
  ',',
  ';',
  ':',
  '!',
  '?'.replace('?', '%3F'),
  '].',
  '>',
  '"',
  "'",
  '%C2%BB',
  '%E2%80%9D.',
  '…',
  '%0A',
  '%C2%A0',
];

it.each([
  ...AFTER.flatMap(after => [
    [`/actividades/${ID}${after}`, `/actividades/${ID}`],
    [`/colectivos/guardianes${after}`, '/colectivos/guardianes'],
    [`/mi-asistencia?token=a_B-9${after}`, '/mi-asistencia?token=a_B-9'],
  ]),
  [`/actividades/${ID.toUpperCase()}`, `/actividades/${ID}`],
  [`/Actividades/${ID}.?volver=%2Fmapa`, `/actividades/${ID}?volver=%2Fmapa`],
  ['/COLECTIVOS/Guardianes', '/colectivos/guardianes'],
  ['/Mi-Asistencia?token=aB&x=1', '/mi-asistencia?token=aB&x=1'],
  ['/Constancia/AB12.', '/constancia/AB12'],
])('%s means %s', (url, meant) => expect(meantAddress(url)).toBe(meant));

it.each([
  '/',
  `/actividades/${ID}`,
  `/actividades/${ID}.ics`,
  '/actividades?q=hola.',
  '/actividades.rss',
  '/assets/DtmSRg56.js',
  '/imagenes/Abc',
  '/api/tasks/ABC.',
  '/constancia/AB12',
  '/mi-asistencia?token=a_B-',
  '/%',
  '/).',
  '/llegada/AbC',
  '//evil.example.',
  '/%5Cevil.example.',
])('%s stays', url => expect(meantAddress(url)).toBeNull());

it('links that were pasted with a sentence lead to their pages', async () => {
  const { id } = await anActivity(app.platform.db);
  const { slug } = await aCollective(app.platform.db, { name: 'Guardianas' });
  for (const path of [`/actividades/${id}`, `/colectivos/${slug}`])
    for (const after of AFTER) expect((await app.inject(path + after)).headers.location, after).toBe(path);
  expect((await app.inject(`/actividades/${id.toUpperCase()}`)).headers.location).toBe(`/actividades/${id}`);
});

it('a long run of signs takes no time', () => {
  const start = performance.now();
  meantAddress(`/a${'.'.repeat(16_000)}x`);
  expect(performance.now() - start).toBeLessThan(100);
});
