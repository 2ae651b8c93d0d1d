import { beforeEach, expect, it, vi } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aRegistration, aUser } from '../../../test/factories.ts';
import { anAuthenticator } from '../../../test/totp.ts';
import { watchQueries } from '../../platform/database/watch-queries.ts';
import { hashPassword } from './passwords.ts';

const work = vi.hoisted(() => ({ hashes: 0, statements: [] as string[] }));
vi.mock(import('node:crypto'), async importOriginal => {
  const crypto = await importOriginal();
  // Counts the calls of the real function.
  const argon2: typeof crypto.argon2 = (...args) => {
    work.hashes += 1;
    crypto.argon2(...args);
  };
  return { ...crypto, argon2 };
});

const database = await testDatabase();
database.connection.pool.on('connect', client =>
  watchQueries(client, query => {
    work.statements.push(typeof query === 'string' ? query : (query as { text: string }).text);
    return () => undefined;
  }),
);
// The limits count, and no request of this file exceeds them.
const app = await testApp({ RATE_LIMIT_FACTOR: '50' }, database);
const { db } = app.platform;
const passwordHash = await hashPassword('maíz-y-café');

const calls = {
  login: (email: string) => ({ email, password: 'no-es-esta' }),
  register: (email: string) => ({ username: 'Rosa', email, phone: '3001234567', password: 'no-es-esta' }),
  'resend-verification': (email: string) => ({ email }),
  'password-reset': (email: string) => ({ email }),
} satisfies Record<string, (email: string) => object>;

/** The hashes and statements of one request. */
async function workOf(path: keyof typeof calls, email: string, cookie = ''): Promise<typeof work> {
  Object.assign(work, { hashes: 0, statements: [] });
  const headers = { cookie };
  await app.inject({ method: 'POST', url: `/api/auth/${path}`, headers, payload: calls[path](email) });
  return { ...work };
}

beforeEach(async () => {
  // The first request of a process also prepares the limiters' table.
  await workOf('login', 'primera@example.org');
});

// An attacker who measures response times must not learn which addresses have an account.
it.each(Object.keys(calls) as (keyof typeof calls)[])(
  '%s does the same work for known and unknown addresses',
  async path => {
    const user = await aUser(db, { passwordHash });
    // Resending concerns sign-ups: there a known address has a pending one.
    if (path === 'resend-verification') await aRegistration(db, user);
    const unknown = await workOf(path, `nadie-${path}@example.org`);
    expect(unknown.statements.length).toBeGreaterThan(0);
    expect(await workOf(path, user.email)).toEqual(unknown);
  },
);

it('a device cookie makes no difference between the addresses of one device and others', async () => {
  const { email } = await aUser(db, { passwordHash });
  const payload = { email, password: 'maíz-y-café' };
  const reply = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
  const device = reply.cookies.find(({ name }) => name === 'minga_device');
  const cookie = `minga_device=${device?.value}`;
  const { email: other } = await aUser(db, { passwordHash });
  const unknown = await workOf('login', 'nadie-en-este@example.org', cookie);
  expect(unknown.statements.length).toBeGreaterThan(0);
  for (const known of [email, other]) expect(await workOf('login', known, cookie)).toEqual(unknown);
});

it('a wrong password takes the same work with a second factor as without', async () => {
  const { id, email } = await aUser(db, { passwordHash });
  await anAuthenticator(db, id);
  const { email: other } = await aUser(db, { passwordHash });
  expect(await workOf('login', email)).toEqual(await workOf('login', other));
});
