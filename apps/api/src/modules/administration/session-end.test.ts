import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { signedIn } from '../../../test/factories.ts';
import { connectLive, listenOnFreePort } from '../../../test/live-client.ts';

// Two processes on one database.
const database = await testDatabase();
const here = await testApp({}, database);
const there = await testApp({}, database);
const { db } = here.platform;
const addresses = [await listenOnFreePort(here.server), await listenOnFreePort(there.server)];
await here.startJobs();
await there.startJobs();

const admin = await signedIn(db, { role: 'admin' });
const boss = await signedIn(db, { role: 'superadmin' });
/** CONTRACT.md section 2: within 2 s. */
const WITHIN = { timeout: 2_000 };

type Values = Parameters<typeof signedIn>[1];
type Case = [
  what: string,
  values: Values,
  by: typeof admin,
  method: 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
];
const edit = { username: 'Otro Nombre', email: 'otro@example.org', password: 'quinua-y-papa' };
const cases: Case[] = [
  ['an admin deactivates a user', {}, admin, 'PATCH', '/admin-panel/users/:id/status', { isActive: false }],
  ['an admin deletes a user', {}, admin, 'DELETE', '/admin-panel/users/:id'],
  ['a superadmin takes administration away', { role: 'admin' }, boss, 'PATCH', '/admin/:id/deactivate'],
  ['a superadmin gives administration back', { formerAdmin: true }, boss, 'PATCH', '/admin/:id/reactivate'],
  ['a superadmin sets a password', { role: 'admin' }, boss, 'PUT', '/admin/:id', edit],
  ['a superadmin deletes an admin', { role: 'admin' }, boss, 'DELETE', '/admin/:id'],
];

describe('sessions and live connections of the account end in every process, and no others', () => {
  it.each(cases)('%s', async (_name, values, by, method, path, payload) => {
    const person = await signedIn(db, values);
    const stranger = await signedIn(db, values);
    const clients = await Promise.all(addresses.map(address => connectLive(address, person.headers)));
    const others = await Promise.all(addresses.map(address => connectLive(address, stranger.headers)));
    const url = `/api${path.replace(':id', person.user.id)}`;
    const reply = await here.inject({ method, url, headers: by.headers, ...(payload && { payload }) });
    expect([200, 204]).toContain(reply.statusCode);
    for (const app of [here, there]) {
      const own = { url: '/api/auth/profile', headers: person.headers };
      expect((await app.inject(own)).statusCode).toBe(401);
    }
    for (const client of clients) await expect.poll(() => client.isOpen(), WITHIN).toBe(false);
    expect(others.every(client => client.isOpen())).toBe(true);
  });
});
