import { eq, like } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { queriesOf, testDatabase } from '../../../../test/database.ts';
import { anActivity, anAttendance, aUser, aVisit, signedIn } from '../../../../test/factories.ts';
import { plainAttendance } from '../../../../test/plain-attendance.ts';
import { concurrently, cookieOf, errorOf } from '../../../../test/requests.ts';
import { emailsTo, mailedToken, WHEN } from '../../../../test/sent-emails.ts';
import { attendances } from '../schema.ts';

describe('confirm', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const UNKNOWN = '0197a000-0000-7000-8000-000000000000';
  let visitorCount = 0;

  const confirm = (payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/api/attendances/confirm', payload, headers });
  const visitor = (taskId: string, values: object = {}) => ({
    taskId,
    name: 'Luz Dary',
    email: `visita${++visitorCount}@example.org`,
    ...values,
  });

  beforeEach(() => app.setNow(NOON));

  describe('POST /attendances/confirm', () => {
    it('confirms a visitor, sets the proof as an HttpOnly cookie and mails title, date and place', async () => {
      const activity = await anActivity(db, { title: 'Minga de pintura', place: 'Barrio Bolívar' });
      const reply = await confirm(visitor(activity.id, { name: '  Luz Dary ', email: ' LUZ@Example.org ' }));
      expect(reply.statusCode).toBe(201);
      expect(reply.json()).toEqual({
        _id: expect.any(String),
        task: activity.id,
        taskId: activity.id,
        name: 'Luz Dary',
        email: 'luz@example.org',
        ...plainAttendance,
        code: expect.any(String),
        createdAt: NOON.toISOString(),
      });
      expect(reply.cookies[0]).toMatchObject({
        name: 'minga_visitor',
        httpOnly: true,
        sameSite: 'Lax',
        path: '/',
      });
      const [mail] = await emailsTo(db, 'luz@example.org');
      expect(mail?.subject).toBe(`Vas a una actividad${WHEN}`);
      expect(mail?.text).toContain('sábado, 5 de diciembre de 2026, 9:00\u00a0a.\u00a0m.');
      expect(mail?.text).toContain(`http://localhost:3000/actividades/${activity.id}.ics`);
      expect(await mailedToken(db, 'luz@example.org', 'attendance')).not.toBe(reply.cookies[0]?.value);
    });

    it("links it to the account only for the session's own e-mail", async () => {
      const activity = await anActivity(db);
      const { user, headers } = await signedIn(db);
      const own = await confirm(visitor(activity.id, { email: user.email }), headers);
      expect(own.json()).toMatchObject({ user: user.id });
      expect(own.cookies).toEqual([]);
      const [mail] = await emailsTo(db, user.email);
      expect(mail?.text).toContain(`http://localhost:3000/actividades/${activity.id}`);
      expect(mail?.text).not.toContain('mi-asistencia');
      const forged = await confirm(visitor(activity.id, { user: user.id }), headers);
      expect(forged.json()).not.toHaveProperty('user');
      const stranger = await confirm(visitor((await anActivity(db)).id, { email: user.email }));
      expect(stranger.json()).not.toHaveProperty('user');
    });

    it.each(['=1+1', '<img src=x onerror=alert(1)>', '"><script>alert(1)</script>'])(
      'escapes the name %s in the e-mail',
      async name => {
        const activity = await anActivity(db, { title: '<b>Olla</b>' });
        const one = visitor(activity.id, { name });
        expect((await confirm(one)).json()).toMatchObject({ name });
        const [mail] = await emailsTo(db, one.email);
        expect(mail?.text).toContain(`¡Te esperamos, ${name}!`);
        expect(mail?.html).not.toMatch(/<(img|script|b)[ >]/);
      },
    );

    it('rejects a duplicate, of a visitor and of the owner', async () => {
      const { user, headers } = await signedIn(db);
      const activity = await anActivity(db, { ownerId: user.id });
      const first = visitor(activity.id);
      await confirm(first);
      expect(errorOf(await confirm({ ...first, name: 'Otra' }))).toEqual({
        status: 409,
        code: 'CONFLICT',
        message: 'Ya estás registrado en esta actividad',
      });
      for (const again of [visitor(activity.id, { name: 'LUZ DARY' }), { ...first, name: 'Otra' }]) {
        expect(errorOf(await confirm(again, headers))).toEqual({
          status: 409,
          code: 'CONFLICT',
          message: 'Nombre o correo ya registrados',
        });
      }
      expect((await confirm(visitor(activity.id))).statusCode).toBe(201);
    });

    it.each([
      ['without an end', null, 'Esta actividad ya pasó'],
      ['in progress', new Date(NOON.getTime() + 1), 'Esta actividad ya comenzó'],
    ])('accepts until the instant of the start, and rejects what is %s', async (_what, endDate, message) => {
      const activity = await anActivity(db, { date: NOON, endDate });
      expect((await confirm(visitor(activity.id))).statusCode).toBe(201);
      app.setNow(new Date(NOON.getTime() + 1));
      expect(errorOf(await confirm(visitor(activity.id)))).toEqual({
        status: 400,
        code: 'VALIDATION',
        message: [message],
      });
    });

    it('gives each of concurrent confirmations, which share a query, the outcome of its own activity', async () => {
      const [one, other] = [await anActivity(db), await anActivity(db)];
      const hidden = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
      const ids = [one.id, hidden.id, other.id.toUpperCase(), UNKNOWN, one.id];
      const replies = await Promise.all(
        ids.map((id, index) => confirm(visitor(id, { email: `a-la-vez-${index}@example.org` }))),
      );
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 404, 201, 404, 201]);
      const stored = await db.select().from(attendances).where(like(attendances.email, 'a-la-vez-%'));
      expect(stored.map(({ activityId }) => activityId).sort()).toEqual([one.id, one.id, other.id].sort());
    });

    it('returns 404 for unknown and for rejected activities', async () => {
      const rejected = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
      for (const taskId of [UNKNOWN, rejected.id]) {
        expect(errorOf(await confirm(visitor(taskId)))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
      }
    });

    it.each([
      [{}, 'Datos incompletos para confirmar asistencia'],
      [{ taskId: UNKNOWN, email: 'a@example.org' }, 'Datos incompletos para confirmar asistencia'],
      [
        { taskId: UNKNOWN, name: '  ', email: 'a@example.org' },
        'Datos incompletos para confirmar asistencia',
      ],
      [{ taskId: UNKNOWN, name: 'Ana', email: '' }, 'Datos incompletos para confirmar asistencia'],
      [{ taskId: UNKNOWN, name: 'Ana', email: 'a@' }, 'Correo electrónico no válido'],
      [{ taskId: 'uno', name: 'Ana', email: 'a@example.org' }, 'Identificador no válido'],
      [
        { taskId: UNKNOWN, name: 'Gana http://malo.example', email: 'a@example.org' },
        'El nombre no puede llevar direcciones web',
      ],
      [
        { taskId: UNKNOWN, name: 'a'.repeat(81), email: 'a@example.org' },
        'El nombre debe tener como máximo 80 caracteres',
      ],
      [
        { taskId: UNKNOWN, name: 'A\u0000', email: 'a@example.org' },
        'El texto contiene caracteres no permitidos',
      ],
    ])('rejects %j', async (payload, message) => {
      expect(errorOf(await confirm(payload))).toEqual({
        status: 400,
        code: 'VALIDATION',
        message: [message],
      });
    });
  });
});

describe('duplicate notice', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const HOUR_MS = 3_600_000;

  const confirm = (taskId: string, email: string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/attendances/confirm',
      payload: { taskId, name: 'Curiosa', email },
      headers,
    });
  const noticesTo = async (email: string) =>
    (await emailsTo(db, email)).filter(({ subject }) => subject.startsWith('Ya estás en la lista'));

  it('a stranger’s attempt is 409, and told to the address once a day and activity, with its personal link', async () => {
    app.setNow(NOON);
    const title = 'Círculo de apoyo www.estafa.example';
    const { id } = await anActivity(db, { title });
    const { email } = await anAttendance(db, { activityId: id });
    if (email === null) throw new Error('no address');
    const attempts = await concurrently(5, () => confirm(id, email));
    for (const attempt of attempts) {
      expect(errorOf(attempt)).toMatchObject({
        status: 409,
        code: 'CONFLICT',
        message: 'Ya estás registrado en esta actividad',
      });
    }
    const [notice, ...others] = await noticesTo(email);
    expect(others).toEqual([]);
    expect(notice?.subject).toBe(`Ya estás en la lista de una actividad${WHEN}`);
    expect(notice?.text).toContain('Nada cambió: tu asistencia sigue igual');
    expect(notice?.text).not.toContain('www.estafa.example');
    const token = await mailedToken(db, email, 'attendance');
    const link = { method: 'POST', url: '/api/attendances/personal', payload: { token } } as const;
    expect((await app.inject(link)).json()).toMatchObject({ email });

    app.setNow(new Date(NOON.getTime() + 23 * HOUR_MS));
    await confirm(id, email);
    expect(await noticesTo(email)).toHaveLength(1);
    app.setNow(new Date(NOON.getTime() + 24 * HOUR_MS));
    await confirm(id, email);
    expect(await noticesTo(email)).toHaveLength(2);
    const other = await anActivity(db);
    await anAttendance(db, { activityId: other.id, email });
    await confirm(other.id, email);
    expect(await noticesTo(email)).toHaveLength(3);
  });

  it('an account is told without a link', async () => {
    const { id } = await anActivity(db, { title: 'Minga' });
    const user = await aUser(db);
    await anAttendance(db, { activityId: id, userId: user.id, email: user.email });
    await confirm(id, user.email);
    const [notice] = await noticesTo(user.email);
    expect(notice?.subject).toBe(`Ya estás en la lista: Minga${WHEN}`);
    expect(notice?.text).toContain('«Minga»');
    expect(notice?.text).not.toContain('token=');
  });

  it('the browser that confirmed, the account itself and the organiser cause no notice', async () => {
    const owner = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: owner.user.id });
    const first = await confirm(id, 'propia@example.org');
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    expect((await confirm(id, 'propia@example.org', { cookie })).statusCode).toBe(409);
    expect((await confirm(id, 'propia@example.org', owner.headers)).statusCode).toBe(409);
    expect(await noticesTo('propia@example.org')).toEqual([]);
    const member = await signedIn(db);
    expect((await confirm(id, member.user.email, member.headers)).statusCode).toBe(201);
    expect((await confirm(id, member.user.email, member.headers)).statusCode).toBe(409);
    expect(await noticesTo(member.user.email)).toEqual([]);
  });
});

describe('check', async () => {
  const database = await testDatabase();
  const STATE = ['isAttending', 'status', 'position', 'offerExpiresAt', 'askedAgainAt', 'reconfirmed'];
  const app = await testApp({}, database);
  const { db } = app.platform;
  const UNKNOWN = '0197a000-0000-7000-8000-000000000000';
  let visitorCount = 0;

  const confirm = (payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/api/attendances/confirm', payload, headers });
  const check = async (taskId: string, email?: string, headers: Record<string, string> = {}) => {
    const query = email === undefined ? {} : { email };
    const reply = await app.inject({ url: `/api/attendances/check/${taskId}`, query, headers });
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([200, STATE]);
    return reply.json().isAttending;
  };
  const visitor = (taskId: string, values: object = {}) => ({
    taskId,
    name: 'Luz Dary',
    email: `visita${++visitorCount}@example.org`,
    ...values,
  });

  beforeEach(() => app.setNow(NOON));

  describe('GET /attendances/check/{taskId}', () => {
    it("reveals a visitor's attendance only to the visitor's proof", async () => {
      const activity = await anActivity(db);
      const one = visitor(activity.id);
      const proof = cookieOf(await confirm(one));
      expect(await check(activity.id, one.email, proof)).toBe(true);
      expect(await check(activity.id, undefined, proof)).toBe(true);
      expect(await check(activity.id, 'otra@example.org', proof)).toBe(false);
      expect(await check(activity.id, one.email)).toBe(false);
      expect(await check((await anActivity(db)).id, one.email, proof)).toBe(false);
      const stranger = cookieOf(await confirm(visitor(activity.id)));
      expect(await check(activity.id, one.email, stranger)).toBe(false);
    });

    it('is given to a browser that confirms, and to none that only looks', async () => {
      const one = visitor((await anActivity(db)).id);
      const looked = await app.inject({ url: `/api/attendances/check/${one.taskId}` });
      expect([looked.statusCode, looked.headers['set-cookie']]).toEqual([200, undefined]);
      expect(await check(one.taskId, one.email, cookieOf(await confirm(one)))).toBe(true);
    });

    it("uses one proof for all of a browser's confirmations", async () => {
      const [first, second] = [visitor((await anActivity(db)).id), visitor((await anActivity(db)).id)];
      const proof = cookieOf(await confirm(first));
      expect(cookieOf(await confirm(second, proof))).toEqual(proof);
      expect(await check(second.taskId, second.email, proof)).toBe(true);
    });

    it("reveals an account's attendance only to its session", async () => {
      const activity = await anActivity(db);
      const { user, headers } = await signedIn(db);
      const stranger = await signedIn(db);
      await confirm(visitor(activity.id, { email: user.email }), headers);
      expect(await check(activity.id, user.email, headers)).toBe(true);
      expect(await check(activity.id, undefined, headers)).toBe(true);
      expect(await check(activity.id, user.email, stranger.headers)).toBe(false);
      expect(await check(activity.id, user.email)).toBe(false);
    });

    it('reveals no attendance without a proof', async () => {
      const { user, headers } = await signedIn(db);
      const activity = await anActivity(db, { ownerId: user.id });
      const { email } = await aVisit(db, { activityId: activity.id });
      for (const stranger of [
        {},
        { cookie: `minga_visitor=${'A'.repeat(43)}` },
        { cookie: 'minga_visitor=' },
      ]) {
        expect(await check(activity.id, email, stranger)).toBe(false);
        expect(await check(activity.id, undefined, stranger)).toBe(false);
      }
      // Organisers use the participant list; this call concerns the caller's own attendance.
      expect(await check(activity.id, email, headers)).toBe(false);
    });

    it('returns 404 for an unknown activity, 400 for an invalid id or e-mail', async () => {
      const get = (url: string) => app.inject({ url: `/api/attendances/check/${url}` });
      expect((await get(UNKNOWN)).statusCode).toBe(404);
      expect((await get('uno')).statusCode).toBe(400);
      expect(errorOf(await get(`${UNKNOWN}?email=nadie`))).toMatchObject({
        message: ['Correo electrónico no válido'],
      });
    });
  });

  describe('GET /attendances/check', () => {
    const request = (taskIds: string[], headers: Record<string, string> = {}) =>
      app.inject({ url: '/api/attendances/check', query: { taskIds: taskIds.join(',') }, headers });
    const attending = async (...parameters: Parameters<typeof request>) => {
      const reply = await request(...parameters);
      expect([reply.statusCode, Object.keys(reply.json())]).toEqual([200, ['attending', 'arrived']]);
      return reply.json().attending.sort();
    };

    it('uses only the session or the cookie, and reveals nothing without them', async () => {
      const { user, headers } = await signedIn(db);
      const visit = await aVisit(db);
      const own = await anAttendance(db, { email: user.email });
      const other = await anAttendance(db);
      const all = [visit.activityId, own.activityId, other.activityId];
      expect(await attending(all)).toEqual([]);
      expect(await attending(all, visit.proof)).toEqual([visit.activityId]);
      expect(await attending(all, headers)).toEqual([own.activityId]);
      const both = { cookie: `${headers.cookie}; ${visit.proof.cookie}` };
      expect(await attending(all, both)).toEqual([own.activityId]);
    });

    it('tells the arrival to the party alone, of several of one browser when all have come', async () => {
      const { activityId, proof, attendance } = await aVisit(db, { checkedInAt: NOON });
      const arrived = async (headers: Record<string, string> = {}) =>
        (await request([activityId], headers)).json().arrived;
      const came = [{ taskId: activityId, checkedInAt: NOON.toISOString() }];
      expect(await arrived(proof)).toEqual(came);
      for (const headers of [{}, (await signedIn(db)).headers, (await aVisit(db)).proof])
        expect(await arrived(headers)).toEqual([]);
      const { proofHash } = attendance;
      const { id } = await anAttendance(db, { activityId, proofHash });
      expect(await arrived(proof)).toEqual([]);
      const later = new Date(NOON.getTime() + 60_000);
      await db.update(attendances).set({ checkedInAt: later }).where(eq(attendances.id, id));
      expect(await arrived(proof)).toEqual([{ taskId: activityId, checkedInAt: later.toISOString() }]);
    });

    it('ignores unknown, hidden and repeated ids', async () => {
      const { user, headers } = await signedIn(db);
      const hidden = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
      await anAttendance(db, { activityId: hidden.id, email: user.email });
      const { activityId } = await anAttendance(db, { email: user.email });
      expect(await attending([UNKNOWN, hidden.id, activityId, activityId], headers)).toEqual([activityId]);
    });

    it('runs one query in addition to that of the session', async () => {
      const { user, headers } = await signedIn(db);
      const ids: string[] = [];
      for (let n = 0; n < 5; n += 1) ids.push((await anAttendance(db, { email: user.email })).activityId);
      const queries = (taskIds: string[]) =>
        queriesOf(database.connection, async () =>
          expect(await attending(taskIds, headers)).toHaveLength(taskIds.length),
        );
      await expect.poll(() => queries(ids.slice(0, 1))).toBe(2);
      await expect.poll(() => queries(ids)).toBe(2);
    });

    it.each([
      ['no id', [], 'Identificador no válido'],
      ['an invalid id', ['uno'], 'Identificador no válido'],
      ['an empty id', [UNKNOWN, ''], 'Identificador no válido'],
      [
        'more than a hundred',
        Array(101).fill(UNKNOWN),
        'Se pueden consultar como máximo 100 actividades a la vez',
      ],
    ])('rejects %s', async (_case, taskIds, message) => {
      expect(errorOf(await request(taskIds))).toEqual({
        status: 400,
        code: 'VALIDATION',
        message: [message],
      });
    });

    it('accepts a hundred ids, and requires them', async () => {
      expect(await attending(Array(100).fill(UNKNOWN))).toEqual([]);
      expect(errorOf(await app.inject('/api/attendances/check'))).toMatchObject({
        message: ['Indica qué actividades'],
      });
    });
  });
});
