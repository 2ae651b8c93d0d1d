import { describe, expect, it } from 'vitest';
import { testApp } from '../test/app.ts';
import { emailExamples } from '../test/email-examples/all.ts';
import { aCollective, anActivity, signedIn } from '../test/factories.ts';
import { hoursFixture } from '../test/hours-fixture.ts';
import { pdfColors, pdfText } from '../test/pdf-text.ts';
import { payloadOf } from './modules/push/rules.ts';
import { webDist } from './paths.ts';
import { filledEmail } from './platform/mail/email.ts';
import { fillJson } from './platform/site/site-text.ts';

/** A site of its own, on the built web app (docs/rules.md R25.1). */
const app = await testApp(
  {
    SITE_NAME: 'Ayni',
    SITE_PLACE: 'Cusco',
    PHONE_COUNTRY: 'PE',
    CONTACT_EMAIL: 'hola@ayni.example',
    MAIL_FROM: 'Correo <hola@ayni.example>',
  },
  undefined,
  webDist,
);
const { db, site } = app.platform;
const member = await signedIn(db, { username: 'Luz', email: 'luz@ayni.example' });
const superadmin = await signedIn(db, { role: 'superadmin' });
const collective = await aCollective(db, { name: 'Río Vivo', slug: 'rio-vivo', place: 'Cusco' });
const activity = await anActivity(db, {
  title: 'Siembra',
  place: 'Parque central',
  ownerId: member.user.id,
  collectiveId: collective.id,
  selfCheckIn: true,
});
const { helped } = hoursFixture(app);
const hours = await helped();

/** The default name and place, as names: 'minga' is a common noun. `Minga-Signature` is a name of the protocol of webhooks. */
const FOREIGN = /.{0,40}(?:\bMinga\b(?!-)|Popayán|\bCauca\b|[\uE010-\uE013]).{0,40}/u;
const expectOwn = (text: string) => expect(FOREIGN.exec(text)?.[0] ?? null).toBeNull();

const manual = (await app.get('/sitemap.xml')).body.match(/\/ayuda[\w/-]*/g) ?? [];
const pages = [
  ...[
    '/',
    '/actividades',
    `/actividades/${activity.id}`,
    '/mapa',
    '/calendario',
    '/colectivos',
    '/colectivos/rio-vivo',
  ],
  ...['/impacto', '/login', '/register', '/incrustar', '/profile', '/tasks', '/add-task', '/admin-dashboard'],
  ...['/mi-asistencia', '/mis-horas', '/privacidad', '/terminos', '/dejar-correos', '/dejar-correos?token=x'],
  ...[
    '/constancia/AAAA-AAAA-AAAA',
    '/no-existe',
    '/incrustar/actividades',
    `/incrustar/actividades/${activity.id}`,
  ],
  ...['/manifest.webmanifest', '/icon.svg', '/robots.txt', '/sitemap.xml', '/correo-local'],
  ...[
    '/actividades.rss',
    '/actividades.json',
    '/actividades.ics',
    '/colectivos/rio-vivo.rss',
    '/colectivos/rio-vivo.ics',
  ],
  ...[`/actividades/${activity.id}.ics`, '/api/site', '/api/legal/privacy', '/api/legal/terms'],
  ...['/api/docs/', '/api/docs/openapi.json', '/api/nada'],
  `/api/oembed?url=${encodeURIComponent(`http://localhost:3000/actividades/${activity.id}`)}`,
  ...new Set(manual),
];

describe('a site with its own name and place', () => {
  it.each(pages)('%s', async path => {
    const { statusCode, body } = await app.get(path);
    expect(statusCode).toBeLessThan(500);
    expectOwn(body);
  });

  it('names itself where people look first', async () => {
    const { body } = await app.get('/');
    for (const part of [
      '<title>Ayni: ',
      'hecha en Cusco',
      '<p>Cusco</p>',
      'content="Ayni"',
      'content="es_PE"',
    ])
      expect(body).toContain(part);
    expect(body).not.toContain('2024');
    expect((await app.get('/manifest.webmanifest')).json()).toMatchObject({
      name: 'Ayni: actividades solidarias',
      short_name: 'Ayni',
      lang: 'es-PE',
    });
    expect((await app.get('/actividades.rss')).body).toContain('<title>Ayni: actividades</title>');
    expect((await app.get(`/actividades/${activity.id}.ics`)).body).toContain('PRODID:-//Ayni//');
  });

  it.each([
    '/',
    '/actividades',
    `/actividades/${activity.id}`,
    '/colectivos/rio-vivo',
    '/ayuda',
    '/incrustar/actividades',
    '/icon.svg',
    '/correo-local',
    '/api/docs/',
  ])('%s has its colour, and the default green only as the value of a variable that it sets', async path => {
    const own = '#8a1c6d';
    await app.put('/api/admin/site', { colour: own }, superadmin.headers);
    const { body } = await app.get(path);
    expect(body).toContain(own);
    expect(body.replaceAll(/var\(--minga-own(-band)?, ?#0e5e4e\)|#0e5e4e(?=\)var\()/g, '')).not.toMatch(
      /(?<!--minga-[\w-]+: ?)#0e5e4e/i,
    );
  });

  it.each([
    ['the place code', () => app.get(`/api/attendances/${activity.id}/place-code.pdf`, member.headers)],
    ['a poster', () => app.get(`/api/tasks/${activity.id}/poster.pdf`, member.headers)],
    [
      'a poster with strips',
      () => app.get(`/api/tasks/${activity.id}/poster.pdf?size=tiras`, member.headers),
    ],
    ['a certificate', () => app.get(`/api/attendances/${hours.attendanceId}/certificate.pdf`, hours.headers)],
    ['hours of a period', () => app.get('/api/attendances/mis-horas.pdf', hours.headers)],
  ])('%s', async (_, download) => {
    const own = '#8a1c6d';
    await app.put('/api/admin/site', { colour: own }, superadmin.headers);
    const { statusCode, rawPayload } = await download();
    expect(statusCode).toBe(200);
    const colors = pdfColors(rawPayload);
    expect([colors.has(own), colors.has('#0e5e4e')]).toEqual([true, false]);
    const text = pdfText(rawPayload);
    expect(text).toContain('Ayni');
    expectOwn(text);
  });

  const examples = Object.values(emailExamples).flatMap(module => Object.entries(module));
  it.each(examples)('%s', async (_, compose) => {
    for (const email of await Promise.all(compose())) {
      const { subject, html, text } = filledEmail(email, site.current());
      // The examples' own titles and names of people.
      const own = (part: string) => expectOwn(part.replaceAll(/Minga (verde|ganga)|Minga de [a-z]+/g, ''));
      for (const part of [subject, html, text]) own(part);
    }
  });

  it('the bell and pushes', async () => {
    const admin = await signedIn(db, { role: 'admin' });
    const other = await anActivity(db, { ownerId: member.user.id });
    await app.inject({
      method: 'DELETE',
      url: `/api/admin-panel/tasks/${other.id}`,
      headers: admin.headers,
      payload: { reason: 'Es publicidad' },
    });
    app.setNow(new Date('2026-11-21T17:10:00.000Z'));
    const bell = await app.get('/api/notifications', member.headers);
    expectOwn(bell.body);
    expectOwn(
      fillJson(payloadOf({ id: 'x', title: 'Hola', message: '\uE010 cambió', taskId: null }), site.current()),
    );
  });

  it('its administration', async () => {
    for (const path of ['/api/admin/legal/privacy', '/api/admin/status', '/api/admin/audit'])
      expectOwn((await app.get(path, superadmin.headers)).body);
  });
});
