import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Call, contractCalls } from '../../../../../packages/contract/src/contract-calls.ts';
import { testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import {
  aCollective,
  anActivity,
  anAttendance,
  aUser,
  deactivate,
  signedIn,
} from '../../../test/factories.ts';
import { connectLive, listenOnFreePort } from '../../../test/live-client.ts';
import { errorOf } from '../../../test/requests.ts';
import { anAuthenticator } from '../../../test/totp.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';
import { auditLog } from './schema.ts';

describe('access', async () => {
  const app = await testApp({ FEDERATION: 'on' });
  const { db } = app.platform;
  const UNKNOWN = '01930000-0000-7000-8000-00000000000a';

  /** All calls for a single role, including those that will be added to the contract. */
  const calls = contractCalls.filter(([, { access }]) => access === 'admin' || access === 'superadmin');

  const edit = { username: 'Otro Nombre', email: 'otro@example.org', phone: '3000000000' };
  const bodies: Record<string, object> = {
    createAdmin: { username: 'Nueva Admin', email: 'nueva@example.org', password: 'quinua-y-papa' },
    updateAdmin: edit,
    updateUser: edit,
    changeUserStatus: { isActive: false },
    rejectActivity: { reason: 'No es una actividad' },
    switchPromotion: { promotion: true },
    verifyCollective: { isVerified: true },
    changeCollectiveStatus: { isActive: false },
    updateTrust: { heldWords: ['casino'], heldDomains: [], refusedMailDomains: [], holdFirst: 0 },
    tryTrust: { text: 'Casino' },
    decideReportCase: { decision: 'dismiss' },
    decideManyActivities: { ids: [UNKNOWN], action: 'approve' },
    writeLegalText: { text: null },
    updateSite: { place: null },
    changePeer: { isBlocked: true },
  };

  const role = (name: 'admin' | 'superadmin') => signedIn(db, { role: name });
  const owner = await signedIn(db);
  await anAuthenticator(db, owner.user.id);
  bodies.startSecondFactorReset = { email: owner.user.email };
  const activity = await anActivity(db, { ownerId: owner.user.id });
  const attendance = await anAttendance(db, { activityId: activity.id });
  const collective = await aCollective(db);
  const someAdmin = await aUser(db, { role: 'admin' });
  const off = await signedIn(db);
  await deactivate(db, off.user.id);
  const wasAdmin = await signedIn(db, { role: 'admin' });
  await db.update(users).set({ role: 'user', formerAdmin: true }).where(eq(users.id, wasAdmin.user.id));

  const me = { admin: await role('admin'), superadmin: await role('superadmin') };

  const callers = {
    anonymous: {},
    user: (await signedIn(db)).headers,
    owner: owner.headers,
    admin: me.admin.headers,
    superadmin: me.superadmin.headers,
    'former admin': (await signedIn(db, { formerAdmin: true })).headers,
    'former admin, by the session of that time': wasAdmin.headers,
    'deactivated user': off.headers,
  };
  const withoutSession = ['anonymous', 'deactivated user', 'former admin, by the session of that time'];

  const targetOf = (path: string): string => {
    if (path.startsWith('/admin-panel/activities')) return activity.id;
    if (path.startsWith('/admin-panel/attendances')) return attendance.id;
    if (path.startsWith('/admin-panel/collectives')) return collective.id;
    return path.startsWith('/admin-panel') ? owner.user.id : someAdmin.id;
  };

  const pathOf = (path: string, id: string) =>
    path
      .replace(':id', id)
      .replace(':targetType', 'activity')
      .replace(':targetId', id)
      .replace(':kind', 'privacy')
      .replace(':host', 'mastodon.example');

  const send = ([name, { method, path, body }]: Call, id: string, headers: Record<string, string>) => {
    if (body !== undefined && bodies[name] === undefined) throw new Error(`${name} needs a body here`);
    const payload = bodies[name];
    return app.inject({ method, url: `/api${pathOf(path, id)}`, headers, ...(payload && { payload }) });
  };

  const snapshot = () =>
    Promise.all([
      db.select().from(users).orderBy(users.id),
      db.select().from(activities).orderBy(activities.id),
      db.select().from(attendances).orderBy(attendances.id),
      db.select().from(auditLog),
    ]);

  it('every call of the contract has one role and a route', () => {
    expect(calls.length).toBeGreaterThanOrEqual(20);
    for (const [, { method, path, access }] of calls) {
      expect(['admin', 'superadmin']).toContain(access);
      expect(app.server.hasRoute({ method, url: `/api${path}` })).toBe(true);
    }
  });

  describe.each(calls)('%s', (...call) => {
    const { access } = call[1];

    it.each(Object.entries(callers).filter(([caller]) => caller !== access))(
      'rejects: %s',
      async (caller, headers) => {
        const before = await snapshot();
        const expected = withoutSession.includes(caller)
          ? { status: 401, code: 'UNAUTHENTICATED', message: 'No autorizado. Inicia sesión nuevamente.' }
          : { status: 403, code: 'FORBIDDEN', message: 'No tienes permiso para esta acción' };
        expect(errorOf(await send(call, targetOf(call[1].path), headers))).toEqual(expected);
        expect(await snapshot()).toEqual(before);
      },
    );

    it('rejects before it validates the parameters', async () => {
      const [, { method, path }] = call;
      const url = `/api${path.replace(':id', 'x')}?limit=x`;
      for (const [caller, headers] of Object.entries(callers).filter(([name]) => name !== access)) {
        const reply = await app.inject({
          method,
          url,
          headers,
          ...(method !== 'GET' && { payload: { username: [] } }),
        });
        expect(reply.statusCode).toBe(withoutSession.includes(caller) ? 401 : 403);
      }
    });

    it(`accepts: ${access}`, async () => {
      const headers = callers[access as 'admin' | 'superadmin'];
      const reply = await send(call, UNKNOWN, headers);
      expect(reply.statusCode).toBe(/:(id|targetId)\b/.test(call[1].path) ? 404 : call[1].status);
    });
  });

  describe('target accounts', () => {
    const targets = {
      'a user': () => aUser(db),
      'a deactivated user': () => aUser(db, { isActive: false }),
      'a former admin': () => aUser(db, { formerAdmin: true }),
      'an admin': () => aUser(db, { role: 'admin' }),
      'another superadmin': () => aUser(db, { role: 'superadmin' }),
    };
    const none = { status: 404, code: 'NOT_FOUND' };
    const forbidden = { status: 403, code: 'FORBIDDEN' };
    const allowed = {
      admin: ['a user', 'a deactivated user', 'a former admin'],
      superadmin: ['a former admin', 'an admin'],
    };
    /** Only superadmins may change the address of former admins or delete them. */
    const superadminOnly = ['updateUser', 'deleteUser'];
    const isAllowed = (name: string, access: 'admin' | 'superadmin', target: string) =>
      allowed[access].includes(target) && !(target === 'a former admin' && superadminOnly.includes(name));
    const onAccounts = calls.filter(([, { path }]) => /^\/admin(-panel\/users)?\/:id/.test(path));

    it.each(onAccounts)('%s', async (...call) => {
      const access = call[1].access as 'admin' | 'superadmin';
      const { headers, user } = me[access];
      for (const [target, make] of Object.entries(targets)) {
        const { id } = await make();
        const before = await snapshot();
        const reply = await send(call, id, headers);
        if (isAllowed(call[0], access, target)) {
          expect([target, reply.statusCode]).toEqual([target, call[1].status]);
          await db.delete(users).where(eq(users.id, id));
        } else {
          expect([target, errorOf(reply)]).toMatchObject([target, access === 'admin' ? forbidden : none]);
          expect(await snapshot()).toEqual(before);
        }
      }
      for (const id of [user.id, user.id.toUpperCase()]) {
        expect(errorOf(await send(call, id, headers))).toMatchObject(forbidden);
      }
      expect(errorOf(await send(call, UNKNOWN, headers))).toMatchObject(none);
      expect(errorOf(await send(call, 'x', headers))).toMatchObject({ status: 400, code: 'VALIDATION' });
    });
  });
});

describe('session end', async () => {
  // The two apps stand for two processes on one database.
  const database = await testDatabase();
  const here = await testApp({}, database);
  const there = await testApp({}, database);
  const { db } = here.platform;
  const addresses = [await listenOnFreePort(here.server), await listenOnFreePort(there.server)];
  await here.startJobs();
  await there.startJobs();

  const admin = await signedIn(db, { role: 'admin' });
  const boss = await signedIn(db, { role: 'superadmin' });
  /** Changes take effect within 2 s (docs/rules.md R2.3). */
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
});
