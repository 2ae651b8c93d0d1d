import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sendAccountNotices } from '../../../test/account-notices.ts';
import { NOON, testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { anActivity, anAttendance, aUser, aVisit, signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { emailsTo, mailedToken } from '../../../test/sent-emails.ts';
import { mails } from '../../platform/mail/schema.ts';
import { emailTokens, sessions, users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';
import { auditLog } from './schema.ts';

describe('user accounts', async () => {
  const app = await testApp();
  const { db } = app.platform;
  await app.startJobs();

  const password = 'maíz-y-café';
  const passwordHash = await cheapHash(password);
  let made = 0;
  const newAddress = () => `cambiada${++made}@example.org`;

  type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  const admin = await signedIn(db, { role: 'admin' });
  const call = (method: Method, path: string, payload?: object) =>
    app.inject({
      method,
      url: `/api/admin-panel/users/${path}`,
      headers: admin.headers,
      ...(payload && { payload }),
    });
  const post = (path: string, payload: object, headers = {}) =>
    app.inject({ method: 'POST', url: `/api/auth/${path}`, payload, headers });
  const login = (email: string) => post('login', { email, password });
  const rowOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0];
  const actionsOn = (id: string) => db.select().from(auditLog).where(eq(auditLog.targetId, id));
  const fields = ({ username, email, phone }: { username: string; email: string; phone: string }) => ({
    username,
    email,
    phone,
  });

  it('GET returns an account without private fields', async () => {
    const user = await aUser(db, { gender: 'female', passwordHash });
    expect((await call('GET', user.id)).json()).toEqual({
      _id: user.id,
      ...fields(user),
      role: 'user',
      isActive: true,
      createdAt: NOON.toISOString(),
    });
  });

  describe('PUT', () => {
    it('changes name and phone, and no other fields', async () => {
      const { user, headers } = await signedIn(db, { passwordHash });
      const smuggled = {
        role: 'admin',
        isActive: false,
        formerAdmin: true,
        password: 'quinua-y-papa',
        passwordHash: 'x',
        _id: admin.user.id,
        id: admin.user.id,
        createdAt: '2020-01-01T00:00:00.000Z',
        gender: 'male',
      };
      const wanted = { username: 'Otro  Nombre ', email: user.email, phone: '310 765 4321' };
      const reply = await call('PUT', user.id, { ...wanted, ...smuggled });
      expect(reply.statusCode).toBe(200);
      const changes = { username: 'Otro Nombre', phone: '310 765 4321' };
      expect(reply.json()).toMatchObject({ _id: user.id, ...changes, role: 'user', isActive: true });
      expect(await rowOf(user.id)).toEqual({
        ...user,
        ...changes,
        searchText: expect.stringContaining('otro nombre'),
      });
      expect((await app.inject({ url: '/api/auth/verify', headers })).json()).not.toBeNull();
      expect(await emailsTo(db, user.email)).toEqual([]);
      expect(await actionsOn(user.id)).toMatchObject([
        { action: 'user.update', actorId: admin.user.id, details: { fields: ['username', 'phone'] } },
      ]);
    });

    it.each([
      [{ username: '' }, 'El nombre de usuario es requerido'],
      [{ email: 'x' }, 'Ingresa un correo electrónico válido'],
      [{ phone: '300' }, 'El teléfono debe tener al menos 10 dígitos'],
    ])('rejects %j and changes nothing', async (values, message) => {
      const user = await aUser(db);
      const reply = await call('PUT', user.id, { ...fields(user), ...values });
      expect(errorOf(reply)).toMatchObject({ status: 400, code: 'VALIDATION' });
      expect(reply.json().message).toContain(message);
      expect([await rowOf(user.id), await actionsOn(user.id)]).toEqual([user, []]);
    });

    it('changes the e-mail, moves attendances and informs both addresses', async () => {
      const user = await aUser(db, { passwordHash });
      const email = newAddress();
      const attended = await anAttendance(db, { userId: user.id, email: user.email });
      const visit = await aVisit(db, { email });
      expect((await call('PUT', user.id, { ...fields(user), email: email.toUpperCase() })).json().email).toBe(
        email,
      );
      const of = async (id: string) => (await db.select().from(attendances).where(eq(attendances.id, id)))[0];
      expect(await of(attended.id)).toMatchObject({ email, userId: user.id });
      expect(await of(visit.attendance.id)).toMatchObject({ userId: user.id });
      const [old, ...more] = await emailsTo(db, user.email);
      expect([old?.subject, more]).toEqual(['El correo de tu cuenta de Minga cambió', []]);
      expect(old?.text).toContain(email);
      const [given, ...others] = await emailsTo(db, email);
      expect([given?.subject, others]).toEqual(['Este es ahora el correo de una cuenta de Minga', []]);
      expect(given?.text).not.toMatch(new RegExp(`token=|${user.username}|${user.email}`));
      expect((await login(email)).statusCode).toBe(200);
      expect((await login(user.email)).statusCode).toBe(401);
      const [action] = await actionsOn(user.id);
      expect(action).toMatchObject({ action: 'user.update', details: { fields: ['email'] } });
      expect(JSON.stringify(action)).not.toContain('@');
    });

    it('a new e-mail revokes mailed links', async () => {
      const { user, headers } = await signedIn(db, { passwordHash });
      const wished = newAddress();
      await post('password-reset', { email: user.email });
      await post('email-change', { email: wished, password }, headers);
      await expect.poll(() => db.$count(emailTokens, eq(emailTokens.userId, user.id))).toBe(2);
      const token = await mailedToken(db, wished, 'change-email');
      const email = newAddress();
      expect((await call('PUT', user.id, { ...fields(user), email })).statusCode).toBe(200);
      expect(await db.$count(emailTokens, eq(emailTokens.userId, user.id))).toBe(0);
      expect((await post('confirm-email', { token })).statusCode).toBe(400);
      expect((await rowOf(user.id))?.email).toBe(email);
    });

    it('returns 409 for an e-mail with an account, an admin’s too, and changes nothing', async () => {
      const user = await aUser(db);
      const attended = await anAttendance(db, { userId: user.id, email: user.email });
      for (const { email } of [await aUser(db), admin.user]) {
        const reply = await call('PUT', user.id, { username: 'Otro Nombre', email, phone: '3009999999' });
        expect(errorOf(reply)).toEqual({
          status: 409,
          code: 'CONFLICT',
          message: 'Ese correo ya tiene una cuenta en Minga',
        });
      }
      expect([await rowOf(user.id), await actionsOn(user.id)]).toEqual([user, []]);
      expect(await db.select().from(attendances).where(eq(attendances.id, attended.id))).toEqual([attended]);
      expect(await emailsTo(db, user.email)).toEqual([]);
    });
  });

  describe('PATCH status', () => {
    const put = (id: string, isActive: unknown) => call('PATCH', `${id}/status`, { isActive });

    it('signs out at once and prevents sign-in until activated; its activities stay public', async () => {
      const { user, headers } = await signedIn(db, { passwordHash });
      const activity = await anActivity(db, { ownerId: user.id });
      const off = await put(user.id, false);
      expect([off.statusCode, off.json()]).toMatchObject([
        200,
        { _id: user.id, isActive: false, role: 'user' },
      ]);
      expect((await app.inject({ url: '/api/auth/profile', headers })).statusCode).toBe(401);
      expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
      expect(errorOf(await login(user.email))).toMatchObject({ status: 403, code: 'ACCOUNT_DEACTIVATED' });
      expect((await app.inject({ url: `/api/tasks/${activity.id}` })).statusCode).toBe(200);
      expect((await put(user.id, true)).json()).toMatchObject({ isActive: true });
      expect((await app.inject({ url: '/api/auth/profile', headers })).statusCode).toBe(401);
      expect((await login(user.email)).statusCode).toBe(200);
      expect((await actionsOn(user.id)).map(({ action }) => action)).toEqual([
        'user.deactivate',
        'user.activate',
      ]);
    });

    it('without a change is not logged', async () => {
      const { user, headers } = await signedIn(db);
      expect((await put(user.id, true)).statusCode).toBe(200);
      expect((await app.inject({ url: '/api/auth/profile', headers })).statusCode).toBe(200);
      expect(await actionsOn(user.id)).toEqual([]);
    });

    it.each([undefined, null, 'false', 0])('rejects %j', async isActive => {
      const user = await aUser(db);
      expect(errorOf(await put(user.id, isActive))).toEqual({
        status: 400,
        code: 'VALIDATION',
        message: ['Di si la cuenta queda activa o no'],
      });
      expect(await rowOf(user.id)).toEqual(user);
    });
  });

  describe('DELETE', () => {
    it('deletes the same as the own deletion, and ends the sessions', async () => {
      const { user, headers } = await signedIn(db);
      const activity = await anActivity(db, { ownerId: user.id });
      const guest = await anAttendance(db, { activityId: activity.id });
      const attended = await anAttendance(db, { userId: user.id, email: user.email, name: 'Rosa' });
      expect((await call('DELETE', user.id)).statusCode).toBe(204);
      expect(await rowOf(user.id)).toBeUndefined();
      expect((await app.inject({ url: '/api/auth/profile', headers })).statusCode).toBe(401);
      expect(errorOf(await app.inject({ url: `/api/tasks/${activity.id}` }))).toMatchObject({
        status: 404,
        code: 'DELETED',
      });
      expect(await db.$count(activities, eq(activities.ownerId, user.id))).toBe(0);
      expect(await db.$count(attendances, eq(attendances.id, guest.id))).toBe(0);
      const [left] = await db.select().from(attendances).where(eq(attendances.id, attended.id));
      expect(left).toMatchObject({ name: null, email: null, userId: null });
      expect(await actionsOn(user.id)).toMatchObject([
        { action: 'user.delete', actorId: admin.user.id, details: {} },
      ]);
    });

    it('that fails changes and logs nothing', async () => {
      const user = await aUser(db);
      const activity = await anActivity(db, { ownerId: user.id });
      // Makes the last statement of the transaction fail.
      await db.execute('alter table audit_log add constraint none check (false) not valid');
      expect((await call('DELETE', user.id)).statusCode).toBe(500);
      await db.execute('alter table audit_log drop constraint none');
      expect([await rowOf(user.id), await actionsOn(user.id)]).toEqual([user, []]);
      expect(await db.$count(activities, eq(activities.id, activity.id))).toBe(1);
    });
  });
});

describe('user emails', async () => {
  const app = await testApp();
  const { db, publicUrl } = app.platform;

  const { headers } = await signedIn(db, { role: 'admin' });
  const call = (method: 'PATCH' | 'DELETE', path: string, payload?: object) =>
    app.inject({ method, url: `/api/admin-panel/users/${path}`, headers, ...(payload && { payload }) });
  const setActive = (id: string, isActive: boolean) => call('PATCH', `${id}/status`, { isActive });
  const MISTAKE = 'Si crees que es un error';

  it('a deactivated account gets one e-mail with the contact', async () => {
    const { id, username, email } = await aUser(db);
    for (let time = 0; time < 2; time++) expect((await setActive(id, false)).statusCode).toBe(200);
    await sendAccountNotices(app);
    const [mail, ...others] = await emailsTo(db, email);
    expect([mail, others]).toMatchObject([
      { subject: 'Tu cuenta de Minga está desactivada', accountId: id, sentAt: null },
      [],
    ]);
    expect(mail?.text).toContain(`Hola, ${username}. Quien administra Minga desactivó tu cuenta`);
    expect(mail?.text).toContain('tus actividades y tus asistencias siguen como estaban');
    expect(mail?.text).toMatch(new RegExp(`${MISTAKE}.*responde a este mensaje`));
    expect(mail?.text).not.toContain('token=');
  });

  it('a reactivated account gets one e-mail with the sign-in link', async () => {
    const { id, username, email } = await aUser(db, { isActive: false });
    for (let time = 0; time < 2; time++) expect((await setActive(id, true)).statusCode).toBe(200);
    const [mail, ...others] = await emailsTo(db, email);
    expect([mail, others]).toMatchObject([
      { subject: 'Tu cuenta de Minga vuelve a estar activa', accountId: id, sentAt: null },
      [],
    ]);
    expect(mail?.text).toContain(`Hola, ${username}. Quien administra Minga activó tu cuenta de nuevo`);
    expect(mail?.text).toContain(`${publicUrl}/login`);
    expect(mail?.text).not.toContain('token=');
  });

  it('a deleted account gets one e-mail, and its other e-mails are deleted', async () => {
    const user = await aUser(db, { username: 'Yamile Chocué' });
    const { id, email } = user;
    await anActivity(db, { ownerId: id });
    await anAttendance(db, { userId: id, email });
    const earlier = { subject: 's', html: 'h', text: 't', createdAt: NOON, sentAt: NOON };
    await db.insert(mails).values([
      { ...earlier, recipient: email },
      { ...earlier, recipient: 'antes@example.org', accountId: id },
    ]);
    expect((await call('DELETE', id)).statusCode).toBe(204);
    const [mail, ...others] = await emailsTo(db, email);
    expect([mail, others]).toMatchObject([
      { subject: 'Tu cuenta de Minga fue eliminada', accountId: null, sentAt: null },
      [],
    ]);
    expect(mail?.text).toContain('Las actividades que publicaste se eliminaron');
    expect(mail?.text).toContain('quedas como «Usuario eliminado», sin tu nombre ni tu correo');
    expect(mail?.text).toMatch(new RegExp(`${MISTAKE}.*responde a este mensaje`));
    expect(`${mail?.subject}${mail?.html}${mail?.text}`).not.toMatch(/Yamile|token=/);
    expect(await db.$count(mails, eq(mails.accountId, id))).toBe(0);
  });

  it('a failed change sends no e-mail', async () => {
    const people = [await aUser(db), await aUser(db, { isActive: false }), await aUser(db)] as const;
    // Makes the statement after the e-mail fail.
    await db.execute('alter table audit_log add constraint none check (false) not valid');
    const replies = [
      await setActive(people[0].id, false),
      await setActive(people[1].id, true),
      await call('DELETE', people[2].id),
    ];
    await db.execute('alter table audit_log drop constraint none');
    expect(replies.map(reply => reply.statusCode)).toEqual([500, 500, 500]);
    await sendAccountNotices(app);
    for (const { email } of people) expect(await emailsTo(db, email)).toEqual([]);
  });
});

describe('user list', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const DAY = 24 * 3_600_000;
  const daysAgo = (days: number) => new Date(NOON.getTime() - days * DAY);

  const people = [
    { username: 'Rosa Núñez', email: 'rosa@example.org', createdAt: daysAgo(1) },
    { username: 'ANDRÉS Peña', email: 'andres_p@example.org', createdAt: daysAgo(2), isActive: false },
    { username: 'Luz 100% mía', email: 'luz@otra.example', createdAt: daysAgo(3), role: 'admin' },
    { username: 'Íngrid O’Brien', email: 'andresxp@example.org', createdAt: daysAgo(3) },
    {
      username: 'Mar\\Sol',
      email: 'marsol@example.org',
      createdAt: daysAgo(90),
      role: 'admin',
      isActive: false,
    },
  ] as const;
  for (const person of people) await aUser(db, person);
  await aUser(db, { username: 'Rosa Suprema', role: 'superadmin', createdAt: NOON });
  const { headers } = await signedIn(db, { username: 'Quien Mira', role: 'admin', createdAt: daysAgo(100) });

  const list = async (query: Record<string, string> = {}) => {
    const reply = await app.inject({ url: '/api/admin-panel/users', query, headers });
    expect(reply.statusCode).toBe(200);
    const names = reply.json().map(({ username }: { username: string }) => username);
    return [names, Number(reply.headers['x-total-count'])];
  };
  const [rosa, andres, luz, ingrid, mar] = people.map(({ username }) => username);

  describe('GET /admin-panel/users', () => {
    it('lists the newest first, without superadmins, in pages', async () => {
      // Of two accounts created at the same time, the one inserted later comes first.
      const all = [rosa, andres, ingrid, luz, mar, 'Quien Mira'];
      expect(await list()).toEqual([all, 6]);
      expect(await list({ limit: '2', offset: '1' })).toEqual([[andres, ingrid], 6]);
      expect(await list({ limit: '2', offset: '4' })).toEqual([[mar, 'Quien Mira'], 6]);
      expect(await list({ offset: '60' })).toEqual([[], 6]);
      expect(await list({ role: '', status: '', search: ' ' })).toEqual([all, 6]);
    });

    it('returns only the fields for administration', async () => {
      const reply = await app.inject({ url: '/api/admin-panel/users?limit=1', headers });
      expect(reply.json()).toEqual([
        {
          _id: expect.any(String),
          username: rosa,
          email: 'rosa@example.org',
          phone: '3001234567',
          role: 'user',
          isActive: true,
          createdAt: daysAgo(1).toISOString(),
        },
      ]);
    });

    it.each([
      [{ role: 'user' }, [rosa, andres, ingrid]],
      [{ role: 'admin' }, [luz, mar, 'Quien Mira']],
      [{ status: 'active' }, [rosa, ingrid, luz, 'Quien Mira']],
      [{ status: 'inactive' }, [andres, mar]],
      [{ role: 'admin', status: 'inactive' }, [mar]],
      [{ role: 'user', search: 'rosa' }, [rosa]],
      [{ search: 'nunez' }, [rosa]],
      [{ search: 'NÚÑEZ' }, [rosa]],
      [{ search: 'andres' }, [andres, ingrid]],
      [{ search: 'peña andrés' }, [andres]],
      [{ search: 'ANDRES_P@EXAMPLE.ORG' }, [andres]],
      [{ search: 'andres_p' }, [andres]],
      [{ search: '%' }, [luz]],
      [{ search: '100%' }, [luz]],
      [{ search: '_' }, [andres]],
      [{ search: '\\' }, [mar]],
      [{ search: 'r\\s' }, [mar]],
      [{ search: "o'b" }, [ingrid]],
      [{ search: 'otra.example' }, [luz]],
      [{ search: "' or 1=1 --" }, []],
      [{ search: 'suprema' }, []],
      [{ search: '3001234567' }, []],
    ])('%j', async (query, names) => {
      expect(await list(query)).toEqual([names, names.length]);
    });

    it.each([
      [{ role: 'superadmin' }, 'El rol debe ser «user» o «admin»'],
      [{ status: 'x' }, 'El estado debe ser «active» o «inactive»'],
      [{ limit: '0x10' }, 'El límite debe ser un número entero entre 1 y 500'],
      [{ limit: '0' }, 'El límite debe ser un número entero entre 1 y 500'],
      [{ search: 'x'.repeat(201) }, 'La búsqueda es demasiado larga'],
    ])('rejects %j', async (query, message) => {
      const reply = await app.inject({ url: '/api/admin-panel/users', query, headers });
      expect(errorOf(reply)).toEqual({ status: 400, code: 'VALIDATION', message: [message] });
    });
  });

  it('GET /admin-panel/users/stats counts accounts and sign-ups by week', async () => {
    // The first two accounts were created on Sunday night and on Monday morning in Popayán (UTC−5).
    await aUser(db, { username: 'Domingo', createdAt: new Date('2026-11-16T04:59:59.999Z') });
    await aUser(db, { username: 'Lunes', createdAt: new Date('2026-11-16T05:00:00.000Z'), isActive: false });
    await aUser(db, { username: 'La primera', createdAt: new Date('2026-08-31T05:00:00.000Z') });
    await aUser(db, { username: 'Antes', createdAt: new Date('2026-08-31T04:59:59.999Z') });
    const reply = await app.inject({ url: '/api/admin-panel/users/stats', headers });
    const { registrationsByWeek: weeks, ...counts } = reply.json();
    expect(counts).toEqual({ totalUsers: 10, activeUsers: 7, inactiveUsers: 3, regularUsers: 7, admins: 3 });
    expect(weeks).toHaveLength(12);
    expect(weeks[0]).toEqual({ week: '2026-08-31', count: 1 });
    expect(weeks.slice(-2)).toEqual([
      { week: '2026-11-09', count: 1 },
      { week: '2026-11-16', count: 5 },
    ]);
    expect(weeks.slice(1, -2).every(({ count }: { count: number }) => count === 0)).toBe(true);
  });
});
