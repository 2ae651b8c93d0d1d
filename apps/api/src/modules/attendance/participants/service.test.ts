import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { queriesOf, testDatabase } from '../../../../test/database.ts';
import { anActivity, anAttendance, aVisit, signedIn } from '../../../../test/factories.ts';
import { plainAttendance } from '../../../../test/plain-attendance.ts';
import { cookieOf, errorOf } from '../../../../test/requests.ts';
import { emailsTo, mailedToken, WHEN } from '../../../../test/sent-emails.ts';
import { activityNeeds } from '../../activities/schema.ts';
import { attendanceClaims, attendances } from '../schema.ts';

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

/** Creates an organiser, its session `headers`, and an activity with a visitor's attendance. */
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
      id: needId,
      activityId,
      position: 0,
      kind: 'task',
      name: 'Cocina',
      quantity: 500,
      note: '',
    });
    const rows = await db
      .insert(attendances)
      .values(
        Array.from({ length: 499 }, (_, n) => ({
          id: randomUUID(),
          activityId,
          name: `Persona ${n}`,
          email: `muchas${n}@example.org`,
          answers: [{ questionId: UNKNOWN, value: 'Pala' }],
          createdAt: NOON,
        })),
      )
      .returning({ attendanceId: attendances.id });
    await db
      .insert(attendanceClaims)
      .values(rows.map(row => ({ ...row, needId, quantity: 1, createdAt: NOON })));
    const read = async () => {
      const reply = await list(activityId, headers);
      expect(reply.json()).toHaveLength(500);
      expect(reply.json()[499]).toMatchObject({ answers: [{ value: 'Pala' }], claims: [{ quantity: 1 }] });
    };
    await expect.poll(() => queriesOf(database.connection, read)).toBe(4);
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
        mailed: true,
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
        `Te agregaron a una actividad${WHEN}`,
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

describe('what was given out for an attendance before it was edited', () => {
  const P = '+573001234567';
  const Q = '+573005555555';
  const [ana, luz] = [{ name: 'Ana' }, { name: 'Luz' }];
  const own = { email: 'propia@example.org' };
  /** An address that also attends another activity. */
  const typed = { email: 'escrita@example.org' };
  const none = { email: '', phone: '' };

  /**
   * Returns which of link, download, cookie, client id, certificate and code still give access to the
   * attendance.
   */
  async function working({ sent, first, token, taskId, id, code }: Awaited<ReturnType<typeof signUp>>) {
    const post = (url: string, payload: object, headers: Headers = {}) =>
      app.inject({ method: 'POST', url: `/api${url}`, payload, headers });
    const now = await rowOf(id);
    const successor = { name: now?.name, email: now?.email, phone: now?.phone };
    const headers = cookieOf(first);
    const check = await app.inject({ url: `/api/attendances/check/${taskId}`, headers });
    const pdf = `/api/attendances/${id}/certificate.pdf`;
    const data = await post('/attendances/personal/download', { token });
    const replies = {
      link: await post('/attendances/personal', { token }),
      download: data,
      certificate: await app.inject({ url: `${pdf}?token=${token}` }),
      browser: await app.inject({ url: pdf, headers }),
      again: await post('/attendances/confirm', sent, headers),
      asSuccessor: await post('/attendances/confirm', { ...sent, ...successor }, headers),
    };
    // An error response must reveal nothing about the attendance.
    for (const [what, { statusCode, body }] of Object.entries(replies))
      if (statusCode >= 400) expect([what, body]).not.toEqual([what, expect.stringContaining(id)]);
    // The download must contain no other attendance of an address that an organiser has typed.
    expect(data.statusCode === 200 ? data.json().attendances.length : 1).toBe(1);
    const { link, download, certificate, browser, again, asSuccessor } = replies;
    return {
      link: link.statusCode === 200,
      download: download.statusCode === 200,
      // The attendee gets 409, since no hours are confirmed.
      certificate: certificate.statusCode === 409,
      browser: browser.statusCode === 409,
      cookie: check.json().isAttending as boolean,
      clientId: again.statusCode === 200 || asSuccessor.statusCode === 200,
      code: now?.code.equals(code),
    };
  }

  async function signUp(person: object) {
    const owner = await signedIn(db);
    const { id: taskId } = await anActivity(db, { ownerId: owner.user.id, contact: 'any' });
    const sent = { taskId, clientId: randomUUID(), ...person };
    const first = await app.inject({ method: 'POST', url: '/api/attendances/confirm', payload: sent });
    const { _id: id, personalLink, code } = first.json();
    const token = personalLink
      ? new URL(personalLink).searchParams.get('token')
      : await mailedToken(db, own.email, 'attendance');
    return { sent, first, token, taskId, id, code: Buffer.from(code, 'base64url'), headers: owner.headers };
  }

  it.each<[string, object, object[], boolean]>([
    ['a name that is spelt otherwise', ana, [{ name: 'ANÁ' }], true],
    ['a name, given to another', ana, [luz], false],
    ['a name that gets an e-mail', ana, [{ ...ana, ...typed }], true],
    ['a name that gets a phone', ana, [{ ...ana, phone: P }], true],
    ['a name that gets both', ana, [{ ...ana, ...typed, phone: P }], true],
    ['a name, given to another with an e-mail', ana, [{ ...luz, ...typed }], false],
    ['a name, given to another with a phone', ana, [{ ...luz, phone: P }], false],
    ['a name that gets an e-mail, then another name', ana, [{ ...ana, ...typed }, luz], false],
    ['a name that gets a phone, then another name', ana, [{ ...ana, phone: P }, luz], false],
    [
      'a name that gets an e-mail, then another',
      ana,
      [
        { ...ana, ...typed },
        { ...ana, ...own },
      ],
      false,
    ],
    [
      'a name that gets an e-mail, then none',
      ana,
      [
        { ...ana, ...typed },
        { ...ana, ...none },
      ],
      false,
    ],
    ['a phone with another name', { ...ana, phone: P }, [luz], true],
    ['a phone that is corrected', { ...ana, phone: P }, [{ ...ana, phone: Q }], true],
    ['a phone that is removed', { ...ana, phone: P }, [{ ...ana, phone: '' }], true],
    ['a phone that gets an e-mail', { ...ana, phone: P }, [{ ...ana, ...typed }], true],
    ['a phone, given to another', { ...ana, phone: P }, [{ ...luz, phone: Q }], false],
    ['a phone, given to another without one', { ...ana, phone: P }, [{ ...luz, phone: '' }], false],
    ['a phone, given to another with an e-mail', { ...ana, phone: P }, [{ ...luz, ...typed }], false],
    ['a phone that is corrected, then its name', { ...ana, phone: P }, [{ ...ana, phone: Q }, luz], false],
    ['a phone with another name, then an e-mail', { ...ana, phone: P }, [luz, { ...luz, ...typed }], false],
    ['an e-mail with another name', { ...ana, ...own }, [{ ...luz, ...own }], true],
    ['an e-mail with another name and a phone', { ...ana, ...own }, [{ ...luz, ...own, phone: P }], true],
    ['an e-mail that is changed', { ...ana, ...own }, [{ ...ana, ...typed }], false],
    ['an e-mail that is removed', { ...ana, ...own }, [{ ...ana, ...none }], false],
    ['an e-mail that becomes a phone', { ...ana, ...own }, [{ ...ana, email: '', phone: P }], false],
  ])('%s', async (_what, person, edits, works) => {
    await db.delete(attendances).where(eq(attendances.email, own.email));
    await anAttendance(db, typed);
    const given = await signUp(person);
    const all = { link: true, download: true, certificate: true, browser: true, cookie: true };
    const before = { ...all, clientId: true, code: true };
    expect(await working(given)).toEqual(before);
    for (const fields of edits) expect((await update(given.id, fields, given.headers)).statusCode).toBe(200);
    const expected = Object.fromEntries(Object.keys(before).map(proof => [proof, works]));
    expect(await working(given)).toEqual(expected);
  });

  // docs/rules.md R4.10
  it('is renewed in the reply for another person without an e-mail, and nothing is left of the former', async () => {
    const { id, headers } = await signUp(ana);
    const was = { answers: [{ questionId: UNKNOWN, value: 'maní' }], checkedInAt: NOON, hours: 2 };
    await db.update(attendances).set(was).where(eq(attendances.id, id));
    const { updated, personalLink } = (await update(id, luz, headers)).json();
    // Organisers have recorded the arrival and hours of an attendance that is only a name, so both remain.
    expect(updated).toMatchObject({ name: 'Luz', answers: [], checkedInAt: NOON.toISOString(), hours: 2 });
    const token = new URL(personalLink).searchParams.get('token') ?? '';
    expect((await readLink(token)).json()).toMatchObject({ name: 'Luz', answers: [] });
    const { updated: reached } = (await update(id, { name: 'Eva', phone: P }, headers)).json();
    expect(reached).toMatchObject({ name: 'Eva', checkedInAt: null, hours: null });
    expect((await readLink(token)).statusCode).toBe(400);
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
