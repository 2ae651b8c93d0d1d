import { beforeEach, expect, it, vi } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aRegistration, aUser, signedIn } from '../../../test/factories.ts';
import { anAuthenticator } from '../../../test/totp.ts';
import { setTrust } from '../../../test/trust.ts';
import { watchQueries } from '../../platform/database/connection.ts';
import { hashPassword } from './password-service.ts';

// A file of its own, because the mock of node:crypto applies to a whole file.
const work = vi.hoisted(() => ({ hashes: 0, statements: [] as string[] }));
vi.mock(import('node:crypto'), async importOriginal => {
  const crypto = await importOriginal();
  // The wrapper counts the calls of the real function.
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
// The limits count the requests, and no request of this file exceeds them.
const app = await testApp({ RATE_LIMIT_FACTOR: '50' }, database);
const { db } = app.platform;
const passwordHash = await hashPassword('maíz-y-café');

const calls = {
  login: (email: string) => ({ email, password: 'no-es-esta' }),
  register: (email: string) => ({ username: 'Rosa', email, phone: '3001234567', password: 'no-es-esta' }),
  'resend-verification': (email: string) => ({ email }),
  'password-reset': (email: string) => ({ email }),
} satisfies Record<string, (email: string) => object>;

/** Sends a request and returns the number of its hashes and its statements. */
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
    // An address is known to this route if it has a pending sign-up.
    if (path === 'resend-verification') await aRegistration(db, user);
    const unknown = await workOf(path, `nadie-${path}@example.org`);
    expect(unknown.statements.length).toBeGreaterThan(0);
    expect(await workOf(path, user.email)).toEqual(unknown);
  },
);

it.each(['register', 'resend-verification', 'password-reset'] as const)(
  '%s does the same work for mail domains that are refused',
  async path => {
    await setTrust(db, { refusedMailDomains: ['desechable.example'] });
    const accepted = await workOf(path, `nueva-${path}@example.org`);
    expect(await workOf(path, `nueva-${path}@desechable.example`)).toEqual(accepted);
  },
);

it('email-change does the same work for mail domains that are refused', async () => {
  await setTrust(db, { refusedMailDomains: ['desechable.example'] });
  const { headers } = await signedIn(db, { passwordHash });
  const change = async (email: string) => {
    Object.assign(work, { hashes: 0, statements: [] });
    const payload = { email, password: 'maíz-y-café' };
    const reply = await app.inject({ method: 'POST', url: '/api/auth/email-change', headers, payload });
    // The request for the refused domain rolls its savepoint back, and the other one releases it.
    const statements = work.statements.map(text => text.replace(/^(release|rollback to) savepoint/i, 'end'));
    return { status: reply.statusCode, hashes: work.hashes, statements };
  };
  await change('primera@example.net');
  const accepted = await change('nueva@example.net');
  expect(accepted.status).toBe(200);
  expect(await change('nueva@desechable.example')).toEqual(accepted);
});

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
