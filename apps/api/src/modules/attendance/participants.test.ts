import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, anAttendance, aVisit, signedIn } from '../../../test/factories.ts';
import { plainAttendance } from '../../../test/plain-attendance.ts';
import { errorOf } from '../../../test/requests.ts';
import { emailsTo, mailedToken } from '../../../test/sent-emails.ts';
import { activityNeeds } from '../activities/needs-schema.ts';
import { attendanceClaims, attendances } from './schema.ts';

const database = await testDatabase();
const app = await testApp({}, database);
const limited = await testApp({ RATE_LIMIT_FACTOR: '0.01' });
const { db } = app.platform;
const UNKNOWN = '0197a000-0000-7000-8000-000000000000';
type Headers = Record<string, string>;

const list = (taskId: string, headers: Headers = {}, query: Record<string, string> = {}) =>
  app.inject({ url: `/api/attendances/${taskId}`, headers, query });
const update = (id: string, payload: object, headers: Headers = {}, target = app) =>
  target.inject({ method: 'PUT', url: `/api/attendances/${id}`, payload, headers });
const remove = (id: string, headers: Headers = {}) =>
  app.inject({ method: 'DELETE', url: `/api/attendances/${id}`, headers });

/** An organiser, its session `headers`, and an activity with a visitor's attendance. */
async function organised(values: Parameters<typeof anActivity>[1] = {}) {
  const owner = await signedIn(db);
  const activity = await anActivity(db, { ...values, ownerId: owner.user.id });
  const visit = await aVisit(db, { activityId: activity.id, name: 'Luz' });
  return { ...owner, activity, visit, luz: visit.attendance };
}

const rowOf = async (id: string) => (await db.select().from(attendances).where(eq(attendances.id, id)))[0];

const forbidden = { status: 403, code: 'FORBIDDEN', message: 'No tienes permiso para esta acción' };
const unknownAttendance = { status: 404, code: 'NOT_FOUND', message: 'Asistencia no encontrada' };
const conflict = { status: 409, code: 'CONFLICT', message: 'Nombre o correo ya registrados' };

beforeEach(() => app.setNow(NOON));

describe('GET /attendances/{taskId}', () => {
  it('lists attendees in the order of confirmation, in pages', async () => {
    const { headers, activity, luz } = await organised();
    const activityId = activity.id;
    const early = await anAttendance(db, { activityId, createdAt: new Date(NOON.getTime() - 1) });
    const same = await anAttendance(db, { activityId });
    const anonymised = await anAttendance(db, { activityId, name: null, email: null });
    await anAttendance(db);
    const reply = await list(activityId, headers);
    expect(reply.headers['x-total-count']).toBe('4');
    expect(reply.json().map((row: { _id: string }) => row._id)).toEqual(
      [early, luz, same, anonymised].map(({ id }) => id),
    );
    expect(reply.json()[1]).toEqual({
      _id: luz.id,
      task: activityId,
      taskId: activityId,
      name: 'Luz',
      email: luz.email,
      ...plainAttendance,
      createdAt: NOON.toISOString(),
    });
    expect(reply.json()[3]).toMatchObject({ name: 'Usuario eliminado', email: '' });
    const second = await list(activityId, headers, { limit: '2', offset: '1', t: '1' });
    expect([second.json().length, second.json()[0]._id]).toEqual([2, luz.id]);
    expect(second.headers['x-total-count']).toBe('4');
  });

  it('runs three queries in addition to that of the session for five hundred with answers and needs', async () => {
    const { headers, activity } = await organised();
    const activityId = activity.id;
    const needId = randomUUID();
    await db.insert(activityNeeds).values({
      ...{ id: needId, activityId, position: 0, kind: 'task', name: 'Cocina', quantity: 500, note: '' },
    });
    const rows = await db
      .insert(attendances)
      .values(
        Array.from({ length: 499 }, (_, n) => ({
          ...{ id: randomUUID(), activityId, name: `Persona ${n}`, email: `muchas${n}@example.org` },
          ...{ answers: [{ questionId: UNKNOWN, value: 'Pala' }], createdAt: NOON },
        })),
      )
      .returning({ attendanceId: attendances.id });
    await db
      .insert(attendanceClaims)
      .values(rows.map(row => ({ ...row, needId, quantity: 1, createdAt: NOON })));
    let queried = 0;
    const count = () => (queried += 1);
    database.connection.pool.on('acquire', count);
    const reply = await list(activityId, headers);
    database.connection.pool.off('acquire', count);
    expect(reply.json()).toHaveLength(500);
    expect(reply.json()[499]).toMatchObject({ answers: [{ value: 'Pala' }], claims: [{ quantity: 1 }] });
    expect(queried).toBe(4);
  });
});

describe('PUT /attendances/{id}', () => {
  it('changing the name alone retains account, proof and links, and sends no e-mail', async () => {
    const { headers, luz, visit } = await organised();
    const reply = await update(luz.id, { name: ' LUZ ', email: visit.email.toUpperCase() }, headers);
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { updated: expect.objectContaining({ _id: luz.id, name: 'LUZ', email: visit.email }) },
    ]);
    expect(await rowOf(luz.id)).toEqual({ ...luz, name: 'LUZ' });
    expect(await emailsTo(db, visit.email)).toEqual([]);
    expect((await readLink(visit.token)).statusCode).toBe(200);
  });

  it('changing the e-mail revokes proof and links, and mails the new address its link', async () => {
    const { user: organiser, headers, luz, visit, activity } = await organised();
    const member = await signedIn(db);
    const { user } = member;
    const linked = await anAttendance(db, { activityId: activity.id, userId: user.id, email: user.email });
    for (const { id } of [luz, linked]) {
      const email = `nueva.${id}@example.org`;
      const reply = await update(id, { name: 'Ana', email, user: user.id, taskId: UNKNOWN }, headers);
      expect(reply.json()).toEqual({
        updated: {
          _id: id,
          task: activity.id,
          taskId: activity.id,
          name: 'Ana',
          email,
          ...plainAttendance,
          createdAt: NOON.toISOString(),
        },
      });
      expect(await rowOf(id)).toMatchObject({ userId: null, proofHash: null });
      expect((await emailsTo(db, email)).map(email => email.subject)).toEqual([
        'Te agregaron a una actividad',
      ]);
      const [mail] = await emailsTo(db, email);
      expect(mail?.text).toContain(
        `${organiser.username}, que organiza «${activity.title}», te agregó a la lista`,
      );
      const token = await mailedToken(db, email, 'attendance');
      expect((await readLink(token)).json()).toMatchObject({ email });
      expect((await readLink(visit.token)).statusCode).toBe(400);
      await remove(id, headers);
    }
    expect(await emailsTo(db, visit.email)).toEqual([]);
  });

  it("rejects another participant's name, ignoring case, and e-mail", async () => {
    const { headers, luz, activity } = await organised();
    const ana = await anAttendance(db, { activityId: activity.id, name: 'Ana Ñañez' });
    for (const payload of [
      { name: 'ANA ÑAÑEZ', email: 'libre@example.org' },
      { name: 'Otra', email: ana.email },
    ]) {
      expect(errorOf(await update(luz.id, payload, headers))).toEqual(conflict);
    }
    expect(await rowOf(luz.id)).toEqual(luz);
    expect(await emailsTo(db, 'libre@example.org')).toEqual([]);
  });

  it('rejects changes of an anonymised participant', async () => {
    const { headers, activity } = await organised();
    const anonymised = await anAttendance(db, { activityId: activity.id, name: null, email: null });
    expect(errorOf(await update(anonymised.id, { name: 'Ana', email: 'ana@example.org' }, headers))).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'Esta persona eliminó su cuenta: puedes quitarla de la lista, pero no cambiarla',
    });
    expect(await rowOf(anonymised.id)).toEqual(anonymised);
  });

  it('is rate-limited, since it sends e-mails', async () => {
    const there = limited.platform.db;
    const { user, headers } = await signedIn(there);
    const activity = await anActivity(there, { ownerId: user.id });
    const { id } = await anAttendance(there, { activityId: activity.id });
    const move = (email: string) => update(id, { name: 'Ana', email }, headers, limited);
    const statuses: number[] = [];
    for (const name of ['a', 'b', 'c', 'd']) statuses.push((await move(`${name}@example.org`)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it.each([
    [{ email: 'a@example.org' }, 'Datos incompletos para confirmar asistencia'],
    [{ name: 'Ana' }, 'Datos incompletos para confirmar asistencia'],
    [{ name: 'Ana', email: 'a@' }, 'Correo electrónico no válido'],
    [{ name: 'a'.repeat(81), email: 'a@example.org' }, 'El nombre debe tener como máximo 80 caracteres'],
  ])('rejects %j', async (payload, message) => {
    const { headers, luz } = await organised();
    expect(errorOf(await update(luz.id, payload, headers))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: [message],
    });
  });
});

describe('DELETE /attendances/{id}', () => {
  it('removes participants, anonymised ones too, also from past activities', async () => {
    const { headers, luz, activity, visit } = await organised({ date: new Date(NOON.getTime() - 1) });
    const anonymised = await anAttendance(db, { activityId: activity.id, name: null, email: null });
    for (const { id } of [luz, anonymised]) {
      const reply = await remove(id, headers);
      expect([reply.statusCode, reply.body]).toEqual([204, '']);
      expect(await rowOf(id)).toBeUndefined();
      expect(errorOf(await remove(id, headers))).toEqual(unknownAttendance);
    }
    expect((await readLink(visit.token)).statusCode).toBe(400);
  });
});

describe('the participant list is for the owner alone', () => {
  const payload = { name: 'Ana', email: 'ana@example.org' };

  it('401 without a session, 403 for other accounts, attendees included', async () => {
    const { activity, luz, visit } = await organised();
    const stranger = await signedIn(db);
    await anAttendance(db, { activityId: activity.id, email: stranger.user.email });
    const attempt = (headers: Headers) => [
      list(activity.id, headers),
      update(luz.id, payload, headers),
      remove(luz.id, headers),
    ];
    for (const reply of await Promise.all([...attempt({}), ...attempt(visit.proof)])) {
      expect(errorOf(reply)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    }
    for (const reply of await Promise.all(attempt(stranger.headers))) {
      expect(errorOf(reply)).toEqual(forbidden);
    }
    expect(await rowOf(luz.id)).toEqual(luz);
  });

  it('404 for unknown and hidden activities, 400 for an invalid id', async () => {
    const { headers } = await signedIn(db);
    const hidden = await organised({ status: 'rejected', rejectionReason: 'No' });
    for (const taskId of [UNKNOWN, hidden.activity.id]) {
      expect(errorOf(await list(taskId, headers))).toMatchObject({ message: 'Actividad no encontrada' });
    }
    expect(errorOf(await update(UNKNOWN, payload, headers))).toEqual(unknownAttendance);
    expect(errorOf(await remove(UNKNOWN, headers))).toEqual(unknownAttendance);
    expect((await update(hidden.luz.id, payload, headers)).statusCode).toBe(404);
    expect((await remove(hidden.luz.id, headers)).statusCode).toBe(404);
    for (const reply of await Promise.all([
      list('uno', headers),
      update('uno', payload, headers),
      remove('uno', headers),
    ])) {
      expect(errorOf(reply)).toMatchObject({ status: 400, message: ['Identificador no válido'] });
    }
    expect((await list(hidden.activity.id, hidden.headers)).json()).toHaveLength(1);
  });

  it('no call reveals a participant’s e-mail to other accounts', async () => {
    const { activity, visit, headers } = await organised();
    const stranger = await signedIn(db);
    const { id } = activity;
    const calls = [
      '/api/tasks',
      `/api/tasks/${id}`,
      '/api/tasks/others',
      '/api/tasks/promoted',
      '/api/tasks/search',
      `/api/attendances/${id}`,
      `/api/attendances/check/${id}?email=${visit.email}`,
      `/api/attendances/check?taskIds=${id}`,
      '/api/attendances/mis-asistencias',
      '/api/auth/data',
      `/actividades/${id}`,
      `/actividades/${id}.ics`,
      '/actividades.json',
    ];
    for (const url of calls) {
      for (const caller of [{}, stranger.headers, visit.proof]) {
        expect([url, (await app.inject({ url, headers: caller })).body]).not.toEqual([
          url,
          expect.stringContaining(visit.email),
        ]);
      }
    }
    expect((await list(id, headers)).body).toContain(visit.email);
  });
});

function readLink(token: string) {
  return app.inject({ method: 'POST', url: '/api/attendances/personal', payload: { token } });
}
