import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { signedIn } from '../../../test/factories.ts';
import { concurrently, errorOf } from '../../../test/requests.ts';
import { users } from '../accounts/schema.ts';
import { auditLog } from '../administration/schema.ts';
import { legalTexts } from './schema.ts';

const app = await testApp({
  CONTACT_EMAIL: 'hola@minga.example',
  CONTACT_PHONE: '+57 602 820 9900',
  VISITOR_DATA_DAYS: '90',
});
const federatingApp = await testApp({ FEDERATION: 'on' });
const { db } = app.platform;
const superadmin = await signedIn(db, { role: 'superadmin', username: 'Rosa' });
const read = async (kind: string) => app.inject({ url: `/api/legal/${kind}` });
const managed = async (kind: string) =>
  (await app.inject({ url: `/api/admin/legal/${kind}`, headers: superadmin.headers })).json();
const write = (kind: string, payload: object, { headers } = superadmin) =>
  app.inject({ method: 'PUT', url: `/api/admin/legal/${kind}`, payload, headers });

beforeEach(() => db.delete(legalTexts));

describe("Minga's texts", () => {
  it.each(['privacy', 'terms'])('%s: are filled from the settings and fit', async kind => {
    const { text, updatedAt } = (await read(kind)).json();
    expect(updatedAt).toBeNull();
    expect(text).toContain(
      'escribe al correo [hola@minga.example](mailto:hola@minga.example) o llama al teléfono +57 602 820 9900',
    );
    expect(text).toContain('http://localhost:3000');
    expect(text).not.toMatch(/undefined|null|\$\{|<\w/);
    expect(text.length).toBeLessThan(20_000);
    expect(await managed(kind)).toMatchObject({ kind, text, isDefault: true, updatedBy: null });
  });

  it('the policy names the law, the rights and how long data stays', async () => {
    const { text } = (await read('privacy')).json();
    for (const part of [
      'Ley 1581 de 2012',
      'Decreto 1377 de 2013',
      'Decreto 1074 de 2015',
      'Superintendencia de Industria y Comercio',
      'se borran 90 días después',
      '10 días hábiles',
    ])
      expect(text).toContain(part);
  });
});

it('the policy tells of other servers where these can follow the site', async () => {
  const federating = await federatingApp.inject({ url: '/api/legal/privacy' });
  expect(federating.json().text).toContain(
    'De quienes lo siguen desde allá guardamos la dirección de su cuenta',
  );
  expect((await read('privacy')).json().text).not.toContain('otros servidores');
});

describe('PUT /admin/legal/{kind}', () => {
  it('replaces a text and logs it; null returns to that of Minga', async () => {
    const before = (await read('terms')).json().text;
    const text = '# Reglas\n\n<script>alert(1)</script>';
    const reply = await write('terms', { text: `  ${text}\r\n` });
    const changed = { kind: 'terms', text, updatedAt: NOON.toISOString() };
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { ...changed, isDefault: false, updatedBy: 'Rosa' },
    ]);
    expect((await read('terms')).json()).toEqual(changed);
    expect((await read('privacy')).json().updatedAt).toBeNull();
    expect((await write('terms', { text: null })).json()).toMatchObject({ text: before, isDefault: true });
    expect(await managed('terms')).toMatchObject({ updatedBy: 'Rosa', updatedAt: NOON.toISOString() });
    const [{ id } = { id: '' }] = await db.select({ id: legalTexts.id }).from(legalTexts);
    const logged = await db.select().from(auditLog).where(eq(auditLog.targetId, id));
    expect(logged.map(({ action, details }) => [action, details])).toEqual([
      ['legal.update', { fields: ['terms'] }],
      ['legal.reset', { fields: ['terms'] }],
    ]);
  });

  it('survives the account that wrote it', async () => {
    const other = await signedIn(db, { role: 'superadmin' });
    await write('privacy', { text: 'Cuidamos tus datos.' }, other);
    await db.delete(users).where(eq(users.id, other.user.id));
    expect(await managed('privacy')).toMatchObject({ text: 'Cuidamos tus datos.', updatedBy: null });
  });

  it('stores one of several at the same time', async () => {
    const replies = await concurrently(6, index => write('privacy', { text: `Versión ${index}` }));
    expect(replies.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect((await read('privacy')).json().text).toMatch(/^Versión \d$/);
    expect(await db.$count(legalTexts)).toBe(1);
  });

  it.each([
    [{}, 'El texto es requerido'],
    [{ text: '' }, 'El texto es requerido'],
    [{ text: ' \n ' }, 'El texto es requerido'],
    [{ text: 7 }, 'El texto es requerido'],
    [{ text: 'a'.repeat(20_001) }, 'El texto debe tener como máximo 20.000 caracteres'],
  ])('rejects %j and changes nothing', async (payload, message) => {
    expect(errorOf(await write('privacy', payload))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: [message],
    });
    expect(await db.$count(legalTexts)).toBe(0);
  });

  it('accepts 20,000 characters', async () => {
    expect((await write('privacy', { text: 'ñ'.repeat(20_000) })).statusCode).toBe(200);
  });

  it('rejects unknown kinds', async () => {
    const error = { status: 400, code: 'VALIDATION', message: ['El texto debe ser «privacy» o «terms»'] };
    expect(errorOf(await write('cookies', { text: 'x' }))).toEqual(error);
    expect(errorOf(await read('cookies'))).toEqual(error);
  });
});

it('the response is shared: a visitor and a member get the same', async () => {
  const member = await signedIn(db);
  const mine = await app.inject({ url: '/api/legal/privacy', headers: member.headers });
  expect(mine.json()).toEqual((await read('privacy')).json());
});
