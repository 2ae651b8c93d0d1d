import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { attendanceCalls } from '../../../test/attendance-calls.ts';
import { anActivity, aUser, signedIn } from '../../../test/factories.ts';
import { hoursFixture, numberOf } from '../../../test/hours-fixture.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { notificationPreferences, unsubscribeLinks } from '../notifications/schema.ts';

describe('arrival page', async () => {
  const app = await testApp();
  const { confirm } = attendanceCalls(app);

  describe('the page of a code', () => {
    it('is the same for every code, in no cache, in no index and in no referrer', async () => {
      const { id } = await anActivity(app.platform.db);
      const { code } = (await confirm(id)).json();
      const known = await app.inject(`/llegada/${code}`);
      expect(known.statusCode).toBe(200);
      expect(known.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      });
      expect(known.headers).not.toHaveProperty('etag');
      expect(known.body).toContain('<meta name="robots" content="noindex">');
      expect(known.body).toContain('<title>Código de llegada · Minga</title>');
      expect(known.body).not.toContain(code);
      expect((await app.inject(`/llegada/${'A'.repeat(22)}`)).body).toBe(known.body);
    });

    it.each(['x', 'A'.repeat(23), `${'A'.repeat(21)}B`, '%3Cscript%3E'])(
      'does not exist for %s',
      async code => {
        const reply = await app.inject(`/llegada/${code}`);
        expect(reply.statusCode).toBe(404);
        expect(reply.headers).toMatchObject({
          'cache-control': 'private, no-store',
          'referrer-policy': 'no-referrer',
        });
      },
    );
  });
});

describe('place page', async () => {
  const app = await testApp();

  it('is the same for every code, in no cache, in no index and in no referrer', async () => {
    const code = '0123456789abcdefghjkmnpqrs';
    const known = await app.inject(`/estoy/${code}`);
    expect(known.statusCode).toBe(200);
    expect(known.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    expect(known.headers).not.toHaveProperty('etag');
    expect(known.body).toContain('<title>Registra tu llegada · Minga</title>');
    expect(known.body).not.toContain(code);
    expect((await app.inject(`/estoy/${'0'.repeat(26)}`)).body).toBe(known.body);
    for (const wrong of ['x', '9'.repeat(26), '%3Cscript%3E'])
      expect((await app.inject(`/estoy/${wrong}`)).statusCode).toBe(404);
  });
});

describe('calendar page', async () => {
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
    const again = await app.inject({
      url: '/calendario',
      headers: { 'if-none-match': String(headers.etag) },
    });
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
});

describe.each([
  ['/login', 'Iniciar sesión'],
  ['/register', 'Crear cuenta'],
])('%s', async (path, title) => {
  const app = await testApp();
  const { db } = app.platform;

  it('is rendered for visitors with the page that it leads back to, which search engines do not follow', async () => {
    const { statusCode, body } = await app.inject(path);
    expect([statusCode, body]).toEqual([200, expect.stringContaining(`<title>${title} · Minga</title>`)]);
    expect(body).toContain(`<div id="root" data-server-rendered><form>${path} (America/Bogota)</form></div>`);
    expect(body).toContain(`<link rel="canonical" href="http://localhost:3000${path}">`);
    expect(body).not.toContain('name="robots"');
    const address = `${path}?volver=%2Ftasks`;
    const returning = (await app.inject(address)).body;
    expect(returning).toContain(`<form>${address} (`);
    expect(returning).toContain('<meta name="robots" content="noindex, nofollow">');
  });

  it('redirects to the canonical address', async () => {
    const { statusCode, headers } = await app.inject(`${path}?volver=x`);
    expect([statusCode, headers.location]).toEqual([302, path]);
  });

  it('is an empty document for a browser with a session, whatever it was before', async () => {
    await app.inject(path);
    const { headers } = await signedIn(db);
    const reply = await app.inject({ url: path, headers });
    expect(reply.body).toContain('<div id="root"></div>');
    expect(reply.headers['cache-control']).toBe('private, no-cache');
  });
});

describe('certificate page', async () => {
  const app = await testApp();
  const { helped, download, send } = hoursFixture(app);
  const page = (number: string, headers = {}) => app.inject({ url: `/constancia/${number}`, headers });

  beforeEach(() => app.setNow(NOON));

  it('is rendered for visitors, unknown to search engines, and says at once that it was revoked', async () => {
    const { attendanceId, headers, owner } = await helped();
    const number = numberOf(await download(attendanceId, headers));
    const reply = await page(number);
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toContain(`<p>/constancia/${number}: Ñoño Güetio (America/Bogota)</p>`);
    expect(reply.body).toContain(`<title>Constancia ${number} · Minga</title>`);
    expect(reply.body).toContain('<meta name="robots" content="noindex">');
    await send('DELETE', `/attendances/${attendanceId}/certificate`, {}, owner);
    const revoked = await page(number);
    expect([revoked.statusCode, revoked.body]).toEqual([200, expect.stringContaining('Anulada')]);
    expect(revoked.body).not.toContain('Güetio');
    expect((await page(number, headers)).body).toContain('<div id="root"></div>');
  });

  it('is 404 for unknown and impossible numbers', async () => {
    for (const number of ['AAAA-AAAA-AAAA', 'A'.repeat(41)]) {
      const reply = await page(number);
      expect([reply.statusCode, reply.body]).toEqual([404, expect.stringContaining('Desconocida')]);
    }
  });
});

describe('unsubscribe page', async () => {
  const app = await testApp();
  const { db } = app.platform;

  beforeEach(() => app.setNow(NOON));

  const HEADERS = { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' };
  const press = (token: string) =>
    app.inject({ method: 'POST', url: '/dejar-correos/listo', headers: HEADERS, payload: `token=${token}` });

  /** The token of an account's e-mail about a changed date. */
  async function aLink(): Promise<string> {
    const token = newToken();
    const { id: userId } = await aUser(db);
    const link = { tokenHash: hashToken(token), kind: 'change', createdAt: NOON, userId } as const;
    await db.insert(unsubscribeLinks).values(link);
    return token;
  }

  describe('/dejar-correos without JavaScript', () => {
    it('contains a form, changes nothing by itself, and confirms the submission', async () => {
      const token = await aLink();
      const asked = await app.inject({ url: `/dejar-correos?token=${token}` });
      expect([asked.statusCode, asked.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(asked.body).toMatch(
        /<div id="root"><\/div>[\s\S]*<noscript>[\s\S]*¿Dejar de recibir estos correos/,
      );
      expect(asked.body).toContain(`<input type="hidden" name="token" value="${token}">`);
      expect(asked.body).not.toContain('no hay nada que ver');
      expect(await db.$count(notificationPreferences)).toBe(0);

      const done = await press(token);
      expect([done.statusCode, done.headers['content-type'], done.headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-store',
      ]);
      expect(done.body).toMatch(/Listo[\s\S]*actívalos otra vez en «Configurar Notificaciones»/);
      expect(await db.select().from(notificationPreferences)).toMatchObject([
        { kind: 'change', byEmail: false, isLive: true },
      ]);
    });

    it.each([newToken(), '', '%00'])('says that the link %j does not work', async token => {
      const reply = await press(token);
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
      expect(reply.body).toContain('Este enlace ya no sirve');
    });

    it('reports an invalid link, without content of the address in the page', async () => {
      expect((await app.inject({ url: '/dejar-correos' })).body).toContain('Este enlace ya no sirve');
      const { body } = await app.inject({ url: '/dejar-correos?token=%22%3E%3Cscript%3E' });
      expect(body).toContain('value="&quot;&gt;&lt;script&gt;"');
    });
  });
});
