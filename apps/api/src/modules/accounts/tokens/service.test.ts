import { Writable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { cheapHash } from '../../../../test/cheap-hash.ts';
import { testDatabase } from '../../../../test/database.ts';
import { anActivity, deactivate, signedIn } from '../../../../test/factories.ts';
import { PUSH_KEYS } from '../../../../test/push-service.ts';
import { concurrently, errorOf, tally } from '../../../../test/requests.ts';
import { emailsTo } from '../../../../test/sent-emails.ts';
import { anApiToken } from '../../../../test/trust-factories.ts';
import { createLog } from '../../../platform/log.ts';
import { pushSubscriptions } from '../../push/schema.ts';
import { sweepAccounts } from '../jobs.ts';
import { apiTokens, sessions, users } from '../schema.ts';
import { isApiToken, newApiToken, shownPrefix } from './service.ts';

describe('api token format', () => {
  it('a token has a prefix and 256 random bits', () => {
    const token = newApiToken();
    expect(token).toMatch(/^minga_[\w-]{43}$/);
    expect(isApiToken(token)).toBe(true);
    expect(shownPrefix(token)).toBe(token.slice(0, 10));
  });

  it.each(['', 'minga_', `minga_${'a'.repeat(42)}`, 'a'.repeat(43), `minga_${'á'.repeat(43)}`])(
    '%j is no token',
    value => expect(isApiToken(value)).toBe(false),
  );
});

describe('api tokens', async () => {
  const database = await testDatabase();
  const app = await testApp({}, database);
  // The factor allows three calls a minute for each token.
  const limited = await testApp({ RATE_LIMIT_FACTOR: '0.005' }, database);
  const { db } = app.platform;
  const MINUTE_MS = 60_000;
  const later = (ms: number) => new Date(NOON.getTime() + ms);

  type Headers = Record<string, string>;
  const create = (headers: Headers, payload: object = { name: 'Mi página', scope: 'read' }) =>
    app.inject({ method: 'POST', url: '/api/auth/tokens', headers, payload });
  const list = (headers: Headers) => app.inject({ url: '/api/auth/tokens', headers });
  const remove = (headers: Headers, id: string) =>
    app.inject({ method: 'DELETE', url: `/api/auth/tokens/${id}`, headers });
  const ownActivities = (headers: Headers) => app.inject({ url: '/api/tasks', headers });
  const publish = (headers: Headers) =>
    app.inject({
      method: 'POST',
      url: '/api/tasks',
      headers,
      payload: { title: 'Siembra', date: '2026-12-20T14:00:00.000Z' },
    });
  const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

  describe('a token', () => {
    it('is shown once, stored as a hash, listed and announced by e-mail', async () => {
      const { user, headers } = await signedIn(db);
      const created = (await create(headers)).json();
      expect(created).toMatchObject({ name: 'Mi página', scope: 'read', lastUsedAt: null });
      expect(created.token).toMatch(/^minga_[\w-]{43}$/);
      expect(created.prefix).toBe(created.token.slice(0, 10));
      const listed = await list(headers);
      const { token, ...shown } = created;
      expect(listed.json()).toEqual([shown]);
      expect(listed.headers['x-total-count']).toBe('1');
      const [row] = await db.select().from(apiTokens).where(eq(apiTokens.userId, user.id));
      expect(JSON.stringify(row)).not.toContain(token.slice(10));
      const [email] = await emailsTo(db, user.email);
      expect(email?.subject).toBe('Se creó un token de API en tu cuenta');
      expect(email?.text).toContain('«Mi página»');
      expect(email?.text).not.toContain(token);
      const data = (await app.inject({ url: '/api/auth/data', headers })).json();
      expect(data.apiTokens).toEqual([shown]);
    });

    it('acts as its account, and its last use is stored once a minute', async () => {
      const { user, headers } = await signedIn(db);
      const { token, _id } = (await create(headers, { name: 'x', scope: 'write' })).json();
      const posted = await publish(bearer(token));
      expect(posted.statusCode).toBe(201);
      expect(posted.json().user._id).toBe(user.id);
      expect((await ownActivities({ authorization: `bearer  ${token}` })).json()).toHaveLength(1);
      const lastUse = async () => (await list(headers)).json()[0].lastUsedAt;
      app.setNow(later(MINUTE_MS - 1));
      await ownActivities(bearer(token));
      expect(await lastUse()).toBe(NOON.toISOString());
      app.setNow(later(MINUTE_MS));
      await ownActivities(bearer(token));
      expect(await lastUse()).toBe(later(MINUTE_MS).toISOString());
      app.setNow(NOON);
      expect((await remove((await signedIn(db)).headers, _id)).statusCode).toBe(404);
      expect((await remove(headers, _id)).statusCode).toBe(204);
      expect((await ownActivities(bearer(token))).statusCode).toBe(401);
    });

    it.each([
      [{ scope: 'read' }, ['El nombre es requerido']],
      [{ name: ' ', scope: 'read' }, ['El nombre es requerido']],
      [{ name: 'x'.repeat(61), scope: 'read' }, ['El nombre debe tener como máximo 60 caracteres']],
      [{ name: 'x', scope: 'admin' }, ['Indica el alcance: «read» o «write»']],
      [{ name: 'x', scope: 'read', expiresAt: 'mañana' }, ['La fecha de vencimiento no es válida']],
      [{ name: 'x', scope: 'read', expiresAt: NOON }, ['La fecha de vencimiento debe ser futura']],
      [
        { name: 'x', scope: 'read', expiresAt: '2028-01-01T00:00:00.000Z' },
        ['Un token vence a más tardar en un año'],
      ],
    ])('rejects %j', async (payload, message) => {
      const { headers } = await signedIn(db);
      expect(errorOf(await create(headers, payload))).toEqual({ status: 400, code: 'VALIDATION', message });
      expect((await list(headers)).json()).toEqual([]);
    });

    it('takes an identity confirmed within 15 minutes', async () => {
      const { user, headers } = await signedIn(db);
      const { id } = await anApiToken(db, { userId: user.id });
      await db
        .update(sessions)
        .set({ confirmedAt: later(-16 * MINUTE_MS) })
        .where(eq(sessions.userId, user.id));
      for (const reply of [await create(headers), await list(headers), await remove(headers, id)])
        expect(errorOf(reply)).toMatchObject({ status: 403, code: 'CONFIRM_IDENTITY' });
      expect(await db.$count(apiTokens, eq(apiTokens.userId, user.id))).toBe(1);
    });

    it('is one of at most twenty, also if many are created at once', async () => {
      const { headers } = await signedIn(db);
      expect(tally(await concurrently(25, () => create(headers)))).toEqual({ 201: 20, 409: 5 });
      app.setNow(later(366 * 24 * 60 * MINUTE_MS));
      await sweepAccounts(app.platform);
      app.setNow(NOON);
      expect((await list(headers)).statusCode).toBe(401);
    });
  });

  describe('a token is rejected', () => {
    it.each(['', 'x', `minga_${'a'.repeat(43)}`])(
      'unknown: %j, also where no session is needed',
      async token => {
        for (const url of ['/api/tasks', '/api/tasks/search'])
          expect(errorOf(await app.inject({ url, headers: bearer(token) }))).toMatchObject({
            status: 401,
            code: 'UNAUTHENTICATED',
          });
      },
    );

    it('once it has expired', async () => {
      const { headers } = await anApiToken(db, { expiresAt: later(1) });
      expect((await ownActivities(headers)).statusCode).toBe(200);
      app.setNow(later(1));
      expect((await ownActivities(headers)).statusCode).toBe(401);
      app.setNow(NOON);
    });

    it.each(['deactivation', 'a new password', 'another role', 'deletion'])('after %s', async what => {
      const password = 'maíz-y-café';
      const { user, headers } = await signedIn(db, { passwordHash: await cheapHash(password) });
      const token = await anApiToken(db, { userId: user.id });
      const ofUser = eq(users.id, user.id);
      if (what === 'deactivation') await deactivate(db, user.id);
      if (what === 'another role') await db.update(users).set({ role: 'admin' }).where(ofUser);
      const payload = { currentPassword: password, newPassword: 'otra-clave-larga' };
      if (what === 'a new password')
        await app.inject({ method: 'POST', url: '/api/auth/change-password', headers, payload });
      if (what === 'deletion') {
        const confirmation = { password, confirmation: 'ELIMINAR' };
        await app.inject({ method: 'DELETE', url: '/api/auth/account', headers, payload: confirmation });
      }
      expect((await ownActivities(token.headers)).statusCode).toBe(401);
      expect(await db.$count(apiTokens, eq(apiTokens.userId, user.id))).toBe(0);
    });

    it('created while the password changes', async () => {
      const { user, headers } = await signedIn(db);
      const changed = db.transaction(async tx => {
        await tx.update(users).set({ passwordHash: 'x' }).where(eq(users.id, user.id));
        const creating = create(headers);
        await new Promise(resolve => setImmediate(resolve));
        return { creating };
      });
      const reply = await (await changed).creating;
      expect([201, 401]).toContain(reply.statusCode);
      const left = await db.$count(apiTokens, eq(apiTokens.userId, user.id));
      expect(left).toBe(0);
    });
  });

  describe('the bearer decides', () => {
    it('over a cookie', async () => {
      const owner = await signedIn(db);
      await anActivity(db, { ownerId: owner.user.id });
      const { headers } = await anApiToken(db);
      expect((await ownActivities({ ...owner.headers, ...headers })).json()).toEqual([]);
      expect((await ownActivities({ ...owner.headers, ...bearer('x') })).statusCode).toBe(401);
      expect((await ownActivities({ ...owner.headers, authorization: 'Basic eDp5' })).json()).toHaveLength(1);
    });

    it('without an origin check, unless there is a cookie', async () => {
      const { headers } = await anApiToken(db);
      const foreign = { origin: 'https://malo.example', 'sec-fetch-site': 'cross-site' };
      expect((await publish({ ...headers, ...foreign })).statusCode).toBe(201);
      const { headers: cookie } = await signedIn(db);
      const both = await publish({ ...headers, ...foreign, ...cookie });
      expect(errorOf(both)).toMatchObject({ status: 403, code: 'FOREIGN_ORIGIN' });
    });

    it('with no role in administration', async () => {
      const { user } = await signedIn(db, { role: 'superadmin' });
      const { headers } = await anApiToken(db, { userId: user.id });
      for (const url of ['/api/admin', '/api/auth/verify', '/api/auth/profile'])
        expect((await app.inject({ url, headers })).statusCode).toBe(403);
      const admin = await signedIn(db, { role: 'admin' });
      const hidden = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
      const token = await anApiToken(db, { userId: admin.user.id });
      const read = (of: Headers) => app.inject({ url: `/api/tasks/${hidden.id}`, headers: of });
      expect([(await read(admin.headers)).statusCode, (await read(token.headers)).statusCode]).toEqual([
        200, 404,
      ]);
    });

    it('and neither gets nor leaves shared responses', async () => {
      await app.startJobs();
      const { user } = await signedIn(db);
      const activity = await anActivity(db, { ownerId: user.id });
      const { headers } = await anApiToken(db, { userId: user.id });
      const url = `/api/tasks/${activity.id}`;
      for (const each of [{}, headers, {}, headers]) {
        const reply = await app.inject({ url, headers: each });
        expect(reply.json().isOwner).toBe('authorization' in each);
      }
      expect((await app.inject({ url, headers: bearer('x') })).statusCode).toBe(401);
    });
  });

  it('a program subscribes to pushes until its token is removed', async () => {
    const { user, headers: cookie } = await signedIn(db);
    const { id, headers } = await anApiToken(db, { userId: user.id });
    const payload = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/programa',
      keys: PUSH_KEYS,
    };
    const posted = await app.inject({ method: 'POST', url: '/api/push/subscriptions', headers, payload });
    expect(posted.json()).toMatchObject({ device: 'Programa', isCurrent: true });
    await remove(cookie, id);
    expect(await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, user.id))).toBe(0);
  });

  it('a token makes a limited number of calls a minute', async () => {
    const [first, second] = [await anApiToken(db), await anApiToken(db)];
    const call = ({ headers }: { headers: Headers }) => limited.inject({ url: '/api/tasks', headers });
    for (let times = 0; times < 3; times += 1) expect((await call(first)).statusCode).toBe(200);
    const rejected = await call(first);
    expect(errorOf(rejected)).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect((await call(second)).statusCode).toBe(200);
  });

  it('a logged header is redacted', () => {
    let written = '';
    const stream = new Writable({
      write(chunk, _encoding, done) {
        written += chunk;
        done();
      },
    });
    const headers = bearer('minga_secreto');
    createLog('info', stream).info({ ...headers, request: { headers }, nested: headers }, 'x');
    expect(written).toContain('[oculto]');
    expect(written).not.toContain('secreto');
  });
});
