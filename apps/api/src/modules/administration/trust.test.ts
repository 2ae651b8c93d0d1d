import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { setTrust } from '../../../test/trust.ts';
import { auditLog } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
const superadmin = await signedIn(db, { role: 'superadmin' });
const { headers } = superadmin;

const LISTS = { heldWords: ['casino'], heldDomains: ['ejemplo.com'], refusedMailDomains: ['x.example'] };
const read = async () => (await app.inject({ url: '/api/admin/trust', headers })).json();
const save = (payload: object) => app.inject({ method: 'PUT', url: '/api/admin/trust', headers, payload });
const tryText = (payload: object) =>
  app.inject({ method: 'POST', url: '/api/admin/trust/try', headers, payload });

beforeEach(() => setTrust(db));

describe('the settings', () => {
  it('are stored trimmed, in lower case and without duplicates', async () => {
    expect(await read()).toEqual({ heldWords: [], heldDomains: [], refusedMailDomains: [], holdFirst: 0 });
    const reply = await save({
      heldWords: ['  Préstamo ', 'préstamo', 'DINERO   fácil'],
      heldDomains: ['Ejemplo.COM', 'ejemplo.com ', 'ñandú.example'],
      refusedMailDomains: ['Desechable.example'],
      holdFirst: 5,
    });
    const stored = {
      heldWords: ['préstamo', 'dinero fácil'],
      heldDomains: ['ejemplo.com', 'ñandú.example'],
      refusedMailDomains: ['desechable.example'],
      holdFirst: 5,
    };
    expect([reply.statusCode, reply.json()]).toEqual([200, stored]);
    expect(await read()).toEqual(stored);
  });

  it('log who changed which list, and nothing if nothing changed', async () => {
    await save({ ...LISTS, holdFirst: 0 });
    await save({ ...LISTS, heldWords: ['otra'], holdFirst: 1 });
    await save({ ...LISTS, heldWords: ['otra'], holdFirst: 1 });
    const log = await db
      .select({ action: auditLog.action, details: auditLog.details })
      .from(auditLog)
      .where(eq(auditLog.actorId, superadmin.user.id))
      .orderBy(desc(auditLog.id));
    expect(log.slice(0, 2)).toEqual([
      { action: 'trust.update', details: { fields: ['heldWords', 'holdFirst'] } },
      { action: 'trust.update', details: { fields: ['heldWords', 'heldDomains', 'refusedMailDomains'] } },
    ]);
  });

  it('may have 500 entries of each list', async () => {
    const heldWords = Array.from({ length: 500 }, (_, index) => `palabra ${index}`);
    expect((await save({ ...LISTS, heldWords, holdFirst: 0 })).statusCode).toBe(200);
  });

  const many = (entry: (index: number) => string) => Array.from({ length: 501 }, (_, index) => entry(index));
  const WORD = 'debe tener de 2 a 60 caracteres, con letras o números';
  it.each<[name: string, changes: object, sentence: string]>([
    ['a short word', { heldWords: ['a'] }, `Palabras que se revisan: «a» ${WORD}`],
    ['an empty word', { heldWords: ['  '] }, `Palabras que se revisan: «» ${WORD}`],
    ['a long word', { heldWords: ['a'.repeat(61)] }, `Palabras que se revisan: «${'a'.repeat(40)}…» ${WORD}`],
    ['a word without letters', { heldWords: ['$$$'] }, `Palabras que se revisan: «$$$» ${WORD}`],
    [
      'too many words',
      { heldWords: many(String).map(text => `x${text}`) },
      'Palabras que se revisan: puedes poner como máximo 500',
    ],
    [
      'too many domains',
      { heldDomains: many(index => `a${index}.co`) },
      'Páginas que se revisan: puedes poner como máximo 500',
    ],
    [
      'a URL',
      { heldDomains: ['https://ejemplo.com'] },
      'Páginas que se revisan: «https://ejemplo.com» no es un dominio como ejemplo.com',
    ],
    [
      'one label',
      { heldDomains: ['ejemplo'] },
      'Páginas que se revisan: «ejemplo» no es un dominio como ejemplo.com',
    ],
    [
      'an IP address',
      { heldDomains: ['10.0.0.1'] },
      'Páginas que se revisan: «10.0.0.1» no es un dominio como ejemplo.com',
    ],
    [
      'an e-mail address',
      { refusedMailDomains: ['ana@ejemplo.com'] },
      'Correos que no se aceptan: «ana@ejemplo.com» no es un dominio como ejemplo.com',
    ],
    [
      'a long domain',
      { refusedMailDomains: [`${'a.'.repeat(130)}com`] },
      `Correos que no se aceptan: «${'a.'.repeat(20)}…» no es un dominio como ejemplo.com`,
    ],
    ['no list', { heldWords: 'casino' }, 'Palabras que se revisan: debe ser una lista'],
    ['no text', { heldWords: [1] }, 'Palabras que se revisan: cada renglón debe ser un texto'],
    [
      'no number',
      { holdFirst: '1' },
      'Las primeras publicaciones en revisión deben ser un número entero de 0 a 5',
    ],
    [
      'too many first ones',
      { holdFirst: 6 },
      'Las primeras publicaciones en revisión deben ser un número entero de 0 a 5',
    ],
    [
      'a fraction',
      { holdFirst: 1.5 },
      'Las primeras publicaciones en revisión deben ser un número entero de 0 a 5',
    ],
    [
      'a negative number',
      { holdFirst: -1 },
      'Las primeras publicaciones en revisión deben ser un número entero de 0 a 5',
    ],
    ['a missing list', { heldDomains: undefined }, 'Páginas que se revisan: debe ser una lista'],
  ])('are rejected with %s, unchanged', async (_name, changes, sentence) => {
    const before = { ...LISTS, holdFirst: 2 };
    await save(before);
    const reply = await save({ ...before, ...changes });
    expect(errorOf(reply)).toEqual({ status: 400, code: 'VALIDATION', message: [sentence] });
    expect(await read()).toEqual(before);
  });
});

describe('trying a text', () => {
  it('tells what the stored lists would hold', async () => {
    await save({ ...LISTS, holdFirst: 0 });
    const text = 'Casino en https://www.ejemplo.com, escribe a ana@correo.x.example';
    const expected = { words: ['casino'], domains: ['ejemplo.com'], mailDomains: ['x.example'] };
    const reply = await tryText({ text });
    expect([reply.statusCode, reply.json()]).toEqual([200, expected]);
    expect((await tryText({ text: '' })).json()).toEqual({ words: [], domains: [], mailDomains: [] });
  });

  it('uses the lists that are not saved yet, and saves nothing', async () => {
    await save({ ...LISTS, holdFirst: 0 });
    const reply = await tryText({ text: 'Casino y bingo', heldWords: ['Bingo'] });
    expect(reply.json().words).toEqual(['bingo']);
    expect(await read()).toMatchObject({ heldWords: ['casino'] });
  });

  it.each<[name: string, payload: object]>([
    ['no text', {}],
    ['a text that is too long', { text: 'a'.repeat(5001) }],
    ['a wrong list', { text: 'a', heldDomains: ['x'] }],
  ])('is rejected with %s', async (_name, payload) => {
    expect(errorOf(await tryText(payload))).toMatchObject({ status: 400, code: 'VALIDATION' });
  });
});
