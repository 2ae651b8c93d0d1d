import { shadesOf } from '@minga/contract/site-colour';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApps } from '../../../test/app.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';
import { multipartOf } from '../../../test/multipart.ts';
import { noise, plainPng } from '../../../test/pictures.ts';
import { concurrently, errorOf } from '../../../test/requests.ts';
import { images } from '../../platform/images/schema.ts';
import { sessions } from '../accounts/schema.ts';
import { auditLog } from '../administration/schema.ts';
import { sites } from './schema.ts';

const contact = { CONTACT_EMAIL: 'hola@minga.example', CONTACT_PHONE: '+57 602 820 9900' };
const {
  apps: [app, other],
  db,
} = await testApps(contact, contact);
const superadmin = await signedIn(db, { role: 'superadmin', username: 'Rosa' });
const DEFAULTS = {
  name: 'Minga',
  place: 'Popayán',
  colour: '#0e5e4e',
  logoUrl: null,
  isConfigured: false,
  tagline: 'Una minga es el trabajo que una comunidad hace junta: lo demás debe ser sencillo.',
  contactEmail: 'hola@minga.example',
  contactPhone: '+57 602 820 9900',
};
const read = async (from = app) => (await from.get('/api/site')).json();
const change = (payload: object, headers = superadmin.headers) =>
  app.put('/api/admin/site', payload, headers);
const withLogo = async (file: Buffer, fields: Record<string, string> = {}) => {
  const { payload, headers } = await multipartOf(fields, { name: 'logo', bytes: file });
  return app.put('/api/admin/site', payload, { ...superadmin.headers, ...headers });
};

beforeEach(async () => {
  await db.delete(sites);
  for (const each of [app, other]) await each.platform.site.refresh();
});

describe('GET /site', () => {
  it('has the defaults and the contact of the settings', async () => {
    expect(await read()).toEqual(DEFAULTS);
  });
});

describe('PUT /admin/site', () => {
  it('changes what it gets, in every process with the next request, and logs the names of the fields', async () => {
    for (const each of [app, other]) await each.startJobs();
    const reply = await change({ name: ' Ayni ', place: 'Cusco', tagline: '', colour: '#7A1F5C' });
    const changed = { ...DEFAULTS, name: 'Ayni', place: 'Cusco', tagline: '', colour: '#7a1f5c' };
    expect([reply.statusCode, reply.json()]).toEqual([200, { ...changed, isConfigured: true }]);
    expect(await read()).toEqual({ ...changed, isConfigured: true });
    await expect.poll(() => read(other)).toEqual({ ...changed, isConfigured: true });
    await expect.poll(async () => (await other.get('/')).body).toContain('Ayni');
    await change({ place: 'Pisac' });
    const logged = await db.select().from(auditLog).where(eq(auditLog.targetType, 'site'));
    expect(logged.map(({ action, details }) => [action, details])).toEqual([
      ['site.update', { fields: ['name', 'place', 'tagline', 'colour'] }],
      ['site.update', { fields: ['place'] }],
    ]);
  });

  it('restores the default of what is null, and logs nothing that does not change', async () => {
    await change({ name: 'Ayni', tagline: 'Hoy por ti, mañana por mí.' });
    const before = await db.$count(auditLog);
    expect((await change({ name: 'Ayni' })).json()).toMatchObject({ name: 'Ayni' });
    expect(await db.$count(auditLog)).toBe(before);
    expect((await change({ name: null, tagline: null })).json()).toEqual(DEFAULTS);
    await change({ name: 'Ayni', place: 'Cusco', colour: '#c2185b' });
    expect((await change({ name: '', place: ' ', colour: '', logo: '' })).json()).toEqual(DEFAULTS);
  });

  it('stores a logo, which is public, replaces it and removes it', async () => {
    const first = (await withLogo(await plainPng(300, 200), { name: 'Ayni' })).json();
    expect(first).toMatchObject({ name: 'Ayni', logoUrl: expect.stringMatching(/^\/imagenes\/.+\.webp$/) });
    expect((await app.get(first.logoUrl)).statusCode).toBe(200);
    const second = (await withLogo(await plainPng(400, 200))).json();
    expect(second).toMatchObject({ name: 'Ayni', logoUrl: expect.not.stringContaining(first.logoUrl) });
    expect((await app.get(first.logoUrl)).statusCode).toBe(404);
    expect((await change({ logo: null })).json().logoUrl).toBeNull();
    expect(await db.$count(images, eq(images.isUsed, true))).toBe(0);
  });

  it('stores one of several changes at the same time, and no logo twice', async () => {
    const replies = await concurrently(6, index =>
      change({ name: `Ayni ${index}`, place: `Cusco ${index}` }),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
    const { name, place } = await read();
    expect(place).toBe(name.replace('Ayni', 'Cusco'));
    expect(await db.$count(sites)).toBe(1);
  });

  it('stores changes of different fields at the same time all', async () => {
    const fields = { name: 'Ayni', place: 'Cusco', tagline: 'Hoy por ti.', colour: '#7a1f5c' };
    const each = Object.entries(fields);
    await concurrently(each.length, index => change(Object.fromEntries(each.slice(index, index + 1))));
    expect(await read()).toMatchObject(fields);
  });

  it.each([
    [{ name: 'A' }, 'El nombre debe tener entre 2 y 30 caracteres'],
    [{ name: 'a'.repeat(31) }, 'El nombre debe tener entre 2 y 30 caracteres'],
    [{ name: 7 }, 'El nombre debe tener entre 2 y 30 caracteres'],
    [{ place: 'c'.repeat(41) }, 'El lugar debe tener como máximo 40 caracteres'],
    [{ tagline: 'l'.repeat(121) }, 'El lema debe tener como máximo 120 caracteres'],
    [{ colour: 'verde' }, 'Escribe el color como #0e5e4e: seis cifras o letras de la a a la f'],
    [{ colour: '#12345' }, 'Escribe el color como #0e5e4e: seis cifras o letras de la a a la f'],
    [{ logo: 'https://example.org/logo.png' }, 'El logo debe venir como archivo, o ser nulo para quitarlo'],
  ])('rejects %j and changes nothing', async (payload, message) => {
    expect(errorOf(await change(payload))).toEqual({ status: 400, code: 'VALIDATION', message: [message] });
    expect(await read()).toEqual(DEFAULTS);
  });

  it('rejects a logo that is too large or no image', async () => {
    const large = await noise(1200, 1200).png({ compressionLevel: 0 }).toBuffer();
    expect(errorOf(await withLogo(large))).toMatchObject({ status: 413, code: 'TOO_LARGE' });
    expect(errorOf(await withLogo(Buffer.from('no image')))).toMatchObject({ status: 415 });
    expect(await db.$count(sites)).toBe(0);
  });

  it('needs a confirmed identity', async () => {
    const old = await signedIn(db, { role: 'superadmin' });
    await db
      .update(sessions)
      .set({ confirmedAt: new Date(NOON.getTime() - 16 * 60_000) })
      .where(eq(sessions.userId, old.user.id));
    expect(errorOf(await change({ name: 'Ayni' }, old.headers))).toMatchObject({
      status: 403,
      code: 'CONFIRM_IDENTITY',
    });
  });

  it('has the colour in pages and in the icon, darker where it lacks contrast', async () => {
    expect((await app.get('/')).body).not.toContain('--minga-forest');
    expect((await app.get('/icon.svg')).body).toContain('#0e5e4e');
    expect((await app.get('/')).body).not.toContain('--minga-own-accent:');
    await change({ colour: '#ffcc00' });
    // Maize has no contrast with every colour.
    expect((await app.get('/')).body).toContain('--minga-own-accent:#fbf8f2');
    const { base } = shadesOf('#ffcc00', 'light');
    for (const path of ['/', '/login', '/privacidad', '/ayuda', '/incrustar/actividades', '/icon.svg'])
      expect((await app.get(path)).body).toContain(base);
    expect((await app.get('/icon.svg')).body).not.toContain('#0e5e4e');
  });

  it('has a preview image with the name and icons in the colour', async () => {
    const preview = async () => (await app.get('/portada.png')).rawPayload;
    await change({ name: 'Ayni', colour: '#b3256b' });
    const [ayni, { statusCode, headers, rawPayload }] = [
      await preview(),
      await app.get('/icons/app-192.png'),
    ];
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
    const { dominant } = await sharp(rawPayload).stats();
    expect(dominant.r).toBeGreaterThan(dominant.g + 50);
    const favicon = (await app.get('/favicon.ico')).rawPayload;
    expect([favicon.readUInt16LE(2), favicon.readUInt16LE(4), favicon.readUInt32LE(14)]).toEqual([
      ...[1, 1, favicon.length - 22],
    ]);
    const small = await sharp(favicon.subarray(22)).stats();
    expect(small.dominant.r).toBeGreaterThan(small.dominant.g + 50);
    await change({ name: 'Tequio' });
    expect((await preview()).equals(ayni)).toBe(false);
  });

  it('reserves the names that seem to be the own ones', async () => {
    await change({ name: 'Ayni' });
    const account = { email: 'luz@example.org', phone: '3001234567', password: 'una clave muy larga 7' };
    for (const username of ['Ayni', 'Equipo de Ayni', 'AYN1'])
      expect(errorOf(await app.post('/api/auth/register', { ...account, username }))).toMatchObject({
        status: 400,
        message: ['Este nombre no se puede usar'],
      });
  });

  it('has the logo in pages and in the manifest', async () => {
    await withLogo(await plainPng(300, 300));
    const { logoUrl } = await read();
    expect((await app.get('/')).body).toContain(`[data-logo]{background:url(${logoUrl})`);
    expect((await app.get('/manifest.webmanifest')).json().icons[0]).toMatchObject({ src: logoUrl });
  });

  it('has the logo on paper in the icons', async () => {
    const red = { width: 300, height: 150, channels: 3, background: '#d01010' } as const;
    await withLogo(await sharp({ create: red }).png().toBuffer());
    const icon = sharp((await app.get('/icons/app-512.png')).rawPayload);
    const { data, info } = await icon.raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => {
      const start = (y * info.width + x) * info.channels;
      return [...data.subarray(start, start + 3)];
    };
    expect(pixel(10, 256)).toEqual([255, 255, 255]);
    expect(pixel(256, 100)).toEqual([255, 255, 255]);
    expect(pixel(256, 256)[0]).toBeGreaterThan(180);
    expect(pixel(256, 256)[1]).toBeLessThan(60);
    const favicon = (await app.get('/favicon.ico')).rawPayload;
    expect((await sharp(favicon.subarray(22)).stats()).channels[0]?.mean).toBeGreaterThan(180);
  });

  it('fills names with special characters into pages and JSON', async () => {
    const name = `Tú & "Yo" <ya>`;
    await change({ name });
    const { body } = await app.get('/');
    expect(body).toContain('Tú &amp; &quot;Yo&quot; &lt;ya&gt;');
    expect(body).toContain(String.raw`Tú & \"Yo\" \u003cya>`);
    expect(body).not.toContain('<ya>');
    expect((await app.get('/api/docs/openapi.json')).json().info.title).toBe(name);
  });
});

describe('GET /site/map', () => {
  const map = async () => (await app.get('/api/site/map')).json();

  it('starts at the place, and with activities in their middle, but not at private or hidden ones', async () => {
    expect((await map()).start).toMatchObject({ latitude: 2.4448, longitude: -76.6147 });
    await change({ place: 'Cusco' });
    const cusco = { latitude: -13.52, longitude: -71.97 };
    expect((await map()).start).toMatchObject(cusco);
    const location = { latitude: -13.3, longitude: -72.1 };
    await anActivity(db, { ...location, isLocationPrivate: true });
    await anActivity(db, { ...location, status: 'rejected', rejectionReason: 'Es publicidad' });
    expect((await map()).start).toMatchObject(cusco);
    await anActivity(db, location);
    await expect.poll(async () => (await map()).start).toMatchObject(location);
  });
});
