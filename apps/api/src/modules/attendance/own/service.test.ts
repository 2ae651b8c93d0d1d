import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { attendanceCalls } from '../../../../test/attendance-calls.ts';
import { cheapHash } from '../../../../test/cheap-hash.ts';
import { queriesOf, testDatabase } from '../../../../test/database.ts';
import { aCollective, anActivity, anAttendance, aVisit, signedIn } from '../../../../test/factories.ts';
import { plainAttendance } from '../../../../test/plain-attendance.ts';
import { cookieOf, errorOf } from '../../../../test/requests.ts';
import { emailsWritten, mailedToken } from '../../../../test/sent-emails.ts';

describe('own', async () => {
  const database = await testDatabase();
  const app = await testApp({}, database);
  const { db } = app.platform;
  type Headers = Record<string, string>;

  const list = (headers: Headers, query: Record<string, string> = {}) =>
    app.inject({ url: '/api/attendances/mis-asistencias', headers, query });
  const post = (url: string, payload: object, headers: Headers = {}) =>
    app.inject({ method: 'POST', url: `/api/${url}`, payload, headers });
  const inHours = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);
  const idsOf = (reply: Awaited<ReturnType<typeof list>>) =>
    reply.json().map((row: { _id: string }) => row._id);

  beforeEach(() => app.setNow(NOON));

  describe('GET /attendances/mis-asistencias', () => {
    it('lists the attendances of the account with their activities, by date', async () => {
      const { user, headers } = await signedIn(db);
      const at = async (hours: number, values: object = {}) => {
        const activity = await anActivity(db, { date: inHours(hours) });
        return anAttendance(db, { activityId: activity.id, email: user.email, ...values });
      };
      const late = await at(48, { userId: user.id, name: 'Rosa' });
      const past = await at(-48);
      const soon = await at(1, { userId: user.id });
      await anAttendance(db);
      const reply = await list(headers, { t: '1763740800000' });
      expect([reply.statusCode, reply.headers['x-total-count'], idsOf(reply)]).toEqual([
        200,
        '3',
        [past.id, soon.id, late.id],
      ]);
      // Only the response for one activity contains its memory.
      const { memory: _, ...activity } = (
        await app.inject({ url: `/api/tasks/${late.activityId}`, headers })
      ).json();
      expect(reply.json()[2]).toEqual({
        _id: late.id,
        task: activity,
        taskId: late.activityId,
        name: 'Rosa',
        email: user.email,
        user: user.id,
        ...plainAttendance,
        code: expect.any(String),
        createdAt: NOON.toISOString(),
      });
      const second = await list(headers, { limit: '1', offset: '1' });
      expect([second.headers['x-total-count'], idsOf(second)]).toEqual(['3', [soon.id]]);
    });

    it('omits activities hidden from the account, and lists its own', async () => {
      const { user, headers } = await signedIn(db);
      const rejected = { status: 'rejected' as const, rejectionReason: 'No' };
      const others = await anActivity(db, rejected);
      const own = await anActivity(db, { ...rejected, ownerId: user.id });
      await anAttendance(db, { activityId: others.id, userId: user.id, email: user.email });
      const mine = await anAttendance(db, { activityId: own.id, userId: user.id, email: user.email });
      const reply = await list(headers);
      expect([idsOf(reply), reply.headers['x-total-count']]).toEqual([[mine.id], '1']);
      expect((await list(headers, { limit: '1', offset: '1' })).headers['x-total-count']).toBe('1');
    });

    it('runs as many queries for many as for one', async () => {
      const { user, headers } = await signedIn(db);
      const queries = () => queriesOf(database.connection, () => list(headers));
      await anAttendance(db, { email: user.email });
      await expect.poll(queries).toBe(3);
      for (let n = 0; n < 5; n += 1) await anAttendance(db, { email: user.email });
      await expect.poll(queries).toBe(3);
    });

    it('returns 401 without a session', async () => {
      const { proof } = await aVisit(db);
      expect(errorOf(await list(proof))).toEqual({
        status: 401,
        code: 'UNAUTHENTICATED',
        message: 'No autorizado. Inicia sesión nuevamente.',
      });
      const { headers } = await signedIn(db);
      expect((await list(headers, { limit: '501' })).statusCode).toBe(400);
    });
  });

  it('deleting an account deletes its links, also those of attendances confirmed as a visitor', async () => {
    const passwordHash = await cheapHash('maíz-y-café');
    const { user, headers } = await signedIn(db, { passwordHash });
    const asVisitor = await aVisit(db, { email: user.email });
    const asMember = await aVisit(db, { email: user.email, userId: user.id });
    const bystander = await aVisit(db);
    const payload = { password: 'maíz-y-café', confirmation: 'ELIMINAR' };
    const reply = await app.inject({ method: 'DELETE', url: '/api/auth/account', headers, payload });
    expect(reply.statusCode).toBe(204);
    const statuses = [asVisitor, asMember, bystander].map(
      async ({ token }) => (await post('attendances/personal', { token })).statusCode,
    );
    expect(await Promise.all(statuses)).toEqual([400, 400, 200]);
  });

  it('a new address revokes the links sent to the old one', async () => {
    const password = 'maíz-y-café';
    const { user, headers } = await signedIn(db, { passwordHash: await cheapHash(password) });
    const { token, activityId } = await aVisit(db, { userId: user.id, email: user.email });
    const email = `nueva.${user.email}`;
    await post('auth/email-change', { email, password }, headers);
    await post('auth/confirm-email', { token: await mailedToken(db, email, 'change-email') });
    expect((await post('attendances/personal', { token })).statusCode).toBe(400);
    expect((await list(headers)).json()).toMatchObject([{ taskId: activityId, email }]);
  });
});

describe('new account', async () => {
  const app = await testApp();
  const { db } = app.platform;
  await app.startJobs();
  const { send, confirm, stateOf } = attendanceCalls(app);
  type Headers = Record<string, string>;

  const HOUR_MS = 3_600_000;
  const password = 'maíz-y-café';
  let people = 0;
  const get = async (url: string, headers: Headers) =>
    (await app.inject({ url: `/api${url}`, headers })).json();

  const register = (email: string) =>
    send('POST', '/auth/register', { username: 'Luz', email, phone: '3001234567', password });

  /** Registers an account, proves its address by the mailed link, and returns its session. */
  async function newAccount(email: string): Promise<Headers> {
    expect((await register(email)).statusCode).toBe(201);
    await emailsWritten(db);
    return cookieOf(
      await send('POST', '/auth/verify-email', { token: await mailedToken(db, email, 'verify') }),
    );
  }

  /** Creates a visitor with a companion, a claimed thing and a reminder, who was also checked in to an earlier activity. */
  async function aVisitor() {
    const email = `luz.nueva${++people}@example.org`;
    const owner = await signedIn(db);
    const needs = [{ kind: 'thing', name: 'Palas', quantity: 3 }];
    const location = { location: { latitude: 2.44, longitude: -76.6 }, isLocationPrivate: true };
    const activity = {
      title: 'Siembra',
      date: '2026-12-05T14:00:00.000Z',
      companionsMax: 2,
      needs,
      ...location,
    };
    const { _id: taskId, needs: created } = (await send('POST', '/tasks', activity, owner.headers)).json();
    const claims = [{ needId: created[0]._id as string, quantity: 1 }];
    const signUp = await confirm(taskId, { name: 'Luz', email, companions: 1, claims, remind: true });
    expect(signUp.statusCode).toBe(201);
    const began = new Date(NOON.getTime() - 5 * HOUR_MS);
    const { id: collectiveId } = await aCollective(db);
    const { id: pastId } = await anActivity(db, { date: began, collectiveId });
    const { id: helpedId } = await anAttendance(db, {
      activityId: pastId,
      email,
      checkedInAt: began,
      hours: 3,
    });
    return { email, taskId: taskId as string, claims, pastId, helpedId, owner: owner.headers };
  }

  beforeEach(() => app.setNow(NOON));

  describe('a new account', () => {
    it('has what was confirmed with its proved e-mail wherever its own attendances are shown', async () => {
      const { email, taskId, claims, pastId, helpedId } = await aVisitor();
      const luz = await newAccount(email);
      expect(await get('/attendances/mis-asistencias', luz)).toMatchObject([
        { taskId: pastId, hours: 3 },
        { taskId, companions: 1, claims, code: expect.any(String), task: { location: { latitude: 2.44 } } },
      ]);
      expect(await stateOf(taskId, luz)).toMatchObject({ isAttending: true, status: 'confirmed' });
      expect(await get(`/attendances/check?taskIds=${taskId}`, luz)).toMatchObject({ attending: [taskId] });
      expect(await get(`/tasks/${taskId}`, luz)).toMatchObject({ location: { latitude: 2.44 } });
      expect(await get('/notifications', luz)).toMatchObject([{ task: { _id: taskId }, daysBefore: 1 }]);
      expect(await get('/attendances/mis-horas', luz)).toMatchObject({
        total: 3,
        items: [{ taskId: pastId }],
      });
      const certificate = await app.inject({
        url: `/api/attendances/${helpedId}/certificate.pdf`,
        headers: luz,
      });
      expect(certificate.statusCode).toBe(200);
      const mine = await send('POST', `/attendances/feedback/${pastId}/mine`, {}, luz);
      expect(mine.json()).toMatchObject({ canAnswer: true });
      expect(await get('/auth/profile', luz)).toMatchObject({ attendanceCount: 2 });
      expect(await get('/auth/data', luz)).toMatchObject({
        attendances: [{}, {}],
        reminders: [{ daysBefore: 1 }],
      });
    });

    it('manages it like an attendance of its own', async () => {
      const { email, taskId, pastId } = await aVisitor();
      const luz = await newAccount(email);
      const party = await send('PUT', `/attendances/party/${taskId}`, { companions: 2 }, luz);
      expect([party.statusCode, party.json().companions]).toEqual([200, 2]);
      expect((await send('PUT', `/attendances/claims/${taskId}`, { claims: [] }, luz)).statusCode).toBe(200);
      expect((await send('POST', `/attendances/feedback/${pastId}`, { rating: 5 }, luz)).statusCode).toBe(
        204,
      );
      const [{ _id: reminder }] = await get('/notifications', luz);
      const again = await send('POST', '/notifications', { task: taskId, daysBefore: 3 }, luz);
      expect(errorOf(again)).toMatchObject({
        status: 409,
        code: 'CONFLICT',
        message: 'Ya existe una notificación configurada para esta actividad.',
      });
      const earlier = await send('PUT', `/notifications/${reminder}`, { daysBefore: 3 }, luz);
      expect([earlier.statusCode, earlier.json().daysBefore]).toEqual([200, 3]);
      expect((await send('DELETE', `/attendances/cancel/${taskId}`, {}, luz)).statusCode).toBe(200);
      expect(await get('/attendances/mis-asistencias', luz)).toMatchObject([{ taskId: pastId }]);
      expect(await get('/notifications', luz)).toEqual([]);
    });

    it('deletes the reminder, which nobody else sees', async () => {
      const { email, taskId, owner } = await aVisitor();
      const luz = await newAccount(email);
      const [{ _id: reminder }] = await get('/notifications', luz);
      for (const stranger of [owner, (await signedIn(db)).headers]) {
        expect(await get('/notifications', stranger)).toEqual([]);
        expect(
          (await send('PUT', `/notifications/${reminder}`, { daysBefore: 3 }, stranger)).statusCode,
        ).toBe(404);
        expect((await send('DELETE', `/notifications/${reminder}`, {}, stranger)).statusCode).toBe(404);
      }
      expect((await send('DELETE', `/notifications/${reminder}`, {}, luz)).statusCode).toBe(204);
      expect(await get('/notifications', luz)).toEqual([]);
      // The reminder can be created again, as one of the account.
      expect((await send('POST', '/notifications', { task: taskId, daysBefore: 2 }, luz)).statusCode).toBe(
        201,
      );
    });

    it('has nothing of an address before its link was used', async () => {
      const { email, taskId } = await aVisitor();
      await register(email);
      const early = await send('POST', '/auth/login', { email, password });
      expect([early.statusCode, early.headers['set-cookie']]).toEqual([403, undefined]);
      const another = await newAccount(`otra.nueva${++people}@example.org`);
      expect(await get('/attendances/mis-asistencias', another)).toEqual([]);
      expect(await get(`/attendances/check/${taskId}?email=${email}`, another)).toMatchObject({
        status: null,
      });
      const theft = await send('DELETE', `/attendances/cancel/${taskId}`, { email }, another);
      expect(errorOf(theft)).toMatchObject({ status: 403, message: 'No tienes permiso para esta acción' });
    });
  });

  it('a new address takes along what was confirmed signed out with the old one, and its reminder', async () => {
    const { email, taskId } = await aVisitor();
    const luz = await newAccount(email);
    const moved = `cambiada.${email}`;
    await send('POST', '/auth/email-change', { email: moved, password }, luz);
    const token = await mailedToken(db, moved, 'change-email');
    expect((await send('POST', '/auth/confirm-email', { token })).statusCode).toBe(200);
    const rows = await get('/attendances/mis-asistencias', luz);
    expect(rows.map((row: { email: string }) => row.email)).toEqual([moved, moved]);
    expect(await get('/notifications', luz)).toMatchObject([{ task: { _id: taskId } }]);
    // The old address proves nothing, not even for a new account with it.
    expect(await get('/attendances/mis-asistencias', await newAccount(email))).toEqual([]);
  });
});
