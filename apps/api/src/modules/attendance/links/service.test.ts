import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { cheapHash } from '../../../../test/cheap-hash.ts';
import {
  aCollective,
  anActivity,
  anAttendance,
  aUser,
  aVisit,
  signedIn,
} from '../../../../test/factories.ts';
import { plainAttendance } from '../../../../test/plain-attendance.ts';
import { concurrently, cookieOf, errorOf } from '../../../../test/requests.ts';
import { emailsTo, emailsWritten, mailedToken } from '../../../../test/sent-emails.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';
import { activityPlaces } from '../../activities/schema.ts';
import { attendanceClients, attendanceLinks, attendances } from '../schema.ts';

describe('personal link', async () => {
  const app = await testApp();
  const limited = await testApp({ RATE_LIMIT_FACTOR: '1' });
  const { db } = app.platform;
  await app.startJobs();
  const UNKNOWN = '0197a000-0000-7000-8000-000000000000';
  const DAY = 24 * 3_600_000;

  const read = (payload: object) => app.post('/api/attendances/personal', payload);
  const request = (payload: object, target = app, remoteAddress = '127.0.0.1') =>
    target.inject({ method: 'POST', url: '/api/attendances/personal-link', payload, remoteAddress });
  const isThere = async (id: string) => (await db.$count(attendances, eq(attendances.id, id))) === 1;
  const linksOf = (attendanceId: string) =>
    db.$count(attendanceLinks, eq(attendanceLinks.attendanceId, attendanceId));
  const inDays = (days: number) => new Date(NOON.getTime() + days * DAY);

  /** The tokens of all links in an e-mail, in order. */
  const tokensIn = (text: string) =>
    [...text.matchAll(/mi-asistencia\?token=([\w-]{43})/g)].map(([, token]) => token);

  const badLink = {
    status: 400,
    code: 'INVALID_TOKEN',
    message: 'Este enlace no es válido o la asistencia ya fue cancelada.',
  };
  const sent = { message: 'Si hay una asistencia con ese correo, te enviamos el enlace.' };

  beforeEach(() => app.setNow(NOON));

  describe('POST /attendances/personal', () => {
    it('returns the attendance with its activity, any number of times', async () => {
      // Lists and the door say who registered an arrival.
      const { checkedInBy: _, ...plain } = plainAttendance;
      const activity = await anActivity(db, { title: 'Olla', place: 'Plaza' });
      const { attendance, email, token } = await aVisit(db, { activityId: activity.id, name: 'Luz' });
      for (const reply of await concurrently(3, () => read({ token }))) {
        expect([reply.statusCode, reply.json()]).toEqual([
          200,
          {
            _id: attendance.id,
            taskId: activity.id,
            name: 'Luz',
            email,
            task: {
              _id: activity.id,
              title: 'Olla',
              date: activity.date.toISOString(),
              endDate: null,
              place: 'Plaza',
              location: null,
              directions: '',
              questions: [],
              needs: [],
              needsRequired: false,
              companionsMax: 0,
              chatUrl: null,
            },
            ...plain,
            code: expect.any(String),
            isPublic: true,
            coversEmail: true,
            dates: [{ taskId: activity.id, date: activity.date.toISOString(), status: 'confirmed' }],
          },
        ]);
      }
      expect(await isThere(attendance.id)).toBe(true);
    });

    it('opening the page, as mail scanners do, changes nothing', async () => {
      const { attendance, token } = await aVisit(db);
      for (const method of ['GET', 'HEAD'] as const) {
        await app.inject({ method, url: `/mi-asistencia?token=${token}` });
        await app.inject({ method, url: `/api/attendances/personal?token=${token}` });
      }
      expect(await isThere(attendance.id)).toBe(true);
      expect((await read({ token })).statusCode).toBe(200);
    });

    it('reports that the activity is no longer public', async () => {
      const hidden = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
      const { token } = await aVisit(db, { activityId: hidden.id });
      expect((await read({ token })).json()).toMatchObject({
        isPublic: false,
        task: { title: 'Una actividad que no está publicada', place: '', directions: '', chatUrl: null },
      });
    });

    it('rejects an unknown link, and that of a cancelled attendance', async () => {
      const { activityId, token } = await aVisit(db);
      expect(errorOf(await read({ token: newToken() }))).toEqual(badLink);
      await app.inject({
        method: 'DELETE',
        url: `/api/attendances/cancel/${activityId}`,
        payload: { token },
      });
      expect(errorOf(await read({ token }))).toEqual(badLink);
    });

    it.each([[{}], [{ token: '' }], [{ token: 7 }]])('rejects %j', async payload => {
      expect(errorOf(await read(payload))).toEqual({
        status: 400,
        code: 'VALIDATION',
        message: ['El enlace no está completo'],
      });
    });
  });

  describe('POST /attendances/personal-link', () => {
    it('sends the same response for known and unknown addresses, and an e-mail to the known one', async () => {
      const { attendance, activityId, email, token } = await aVisit(db);
      const unknown = 'nadie@example.org';
      for (const address of [` ${email.toUpperCase()}`, unknown]) {
        for (const payload of [
          { email: address, taskId: activityId },
          { email: address, taskId: UNKNOWN },
        ]) {
          const reply = await request(payload);
          expect([reply.statusCode, reply.json()]).toEqual([200, sent]);
        }
      }
      await emailsWritten(db);
      expect(await emailsTo(db, unknown)).toEqual([]);
      const received = await emailsTo(db, email);
      expect(received).toHaveLength(1);
      const again = await mailedToken(db, email, 'attendance');
      for (const good of [token, again])
        expect((await read({ token: good })).json()).toMatchObject({ email });
      expect(await linksOf(attendance.id)).toBe(2);
      expect(received[0]?.html).toContain('Ver o cancelar mi asistencia');
    });

    it('without an activity mails up to twenty upcoming attendances, the nearest first, each with its link', async () => {
      const email = 'muchas@example.org';
      await aVisit(db, { email, activityId: (await anActivity(db, { date: inDays(-1) })).id });
      await aVisit(db);
      const dates = Array.from({ length: 21 }, (_, index) => inDays(21 - index));
      for (const date of dates)
        await anAttendance(db, { email, activityId: (await anActivity(db, { date })).id });
      expect((await request({ email })).json()).toEqual(sent);
      await emailsWritten(db);
      const [mail] = await emailsTo(db, email);
      expect(mail?.subject).toBe('Tus asistencias en Minga');
      const shown = await Promise.all(
        tokensIn(mail?.text ?? '').map(async token => (await read({ token })).json()),
      );
      expect(shown.map(({ task }) => task.date)).toEqual(
        Array.from({ length: 20 }, (_, index) => inDays(index + 1).toISOString()),
      );
      expect(new Set(shown.map(row => row.email))).toEqual(new Set([email]));
      // The e-mail has one calendar file with the same dates.
      expect(mail?.attachments).toHaveLength(1);
      const listed = mail?.attachments[0]?.content.match(/^UID:.*@minga/gm);
      expect(listed).toEqual(shown.map(({ task }) => `UID:${task._id}@minga`));
    });

    it('has calendar entries of places that are to come and public alone', async () => {
      const email = 'pocas@example.org';
      const date = inDays(2);
      const mine = await aVisit(db, { email, activityId: (await anActivity(db, { date })).id });
      const queue = { status: 'waiting' as const, queueNumber: 1 };
      await aVisit(db, { email, activityId: (await anActivity(db, { date })).id, ...queue });
      const rejected = await anActivity(db, { date, status: 'rejected', rejectionReason: 'No' });
      await aVisit(db, { email, activityId: rejected.id });
      await request({ email });
      await emailsWritten(db);
      const [mail] = await emailsTo(db, email);
      expect(mail?.attachments.flatMap(({ content }) => content.match(/^UID:.*@minga/gm))).toEqual([
        `UID:${mine.activityId}@minga`,
      ]);
    });

    it('works for an account’s attendance too, since the mailbox proves the address', async () => {
      const { user } = await signedIn(db);
      const mine = await anAttendance(db, { userId: user.id, email: user.email });
      await request({ email: user.email, taskId: mine.activityId });
      await emailsWritten(db);
      const token = await mailedToken(db, user.email, 'attendance');
      const url = `/api/attendances/cancel/${mine.activityId}`;
      expect((await app.inject({ method: 'DELETE', url, payload: { token } })).statusCode).toBe(200);
      expect(await isThere(mine.id)).toBe(false);
    });

    it('a repeated job sends one e-mail with valid links', async () => {
      const { attendance, activityId, email } = await aVisit(db);
      await request({ email, taskId: activityId });
      await emailsWritten(db);
      // The statement restores the state of a worker that stored the e-mail and was killed before it
      // completed the job.
      await db.execute(
        sql`update pgboss.job set state = 'retry', start_after = now(), retry_count = 0 where name = 'attendance-emails' and data->>'email' = ${email}`,
      );
      await emailsWritten(db);
      expect(await emailsTo(db, email)).toHaveLength(1);
      expect(await linksOf(attendance.id)).toBe(2);
      expect((await read({ token: await mailedToken(db, email, 'attendance') })).statusCode).toBe(200);
    });

    it('20 an hour from one address, 3 an hour for one e-mail', async () => {
      const statuses = (replies: { statusCode: number }[]) => replies.map(reply => reply.statusCode).sort();
      const email = (await aUser(limited.platform.db)).email;
      expect(
        statuses(await concurrently(4, index => request({ email }, limited, `10.0.0.${index}`))),
      ).toEqual([200, 200, 200, 429]);
      const replies = await concurrently(21, index =>
        request({ email: `a${index}@example.org` }, limited, '10.1.0.1'),
      );
      expect(statuses(replies).slice(-2)).toEqual([200, 429]);
    });

    it.each([
      [{}, 'El correo electrónico es requerido'],
      [{ email: 'nadie' }, 'Ingresa un correo electrónico válido'],
      [{ email: 'a@example.org', taskId: 'uno' }, 'Identificador no válido'],
    ])('rejects %j', async (payload, message) => {
      expect(errorOf(await request(payload))).toEqual({
        status: 400,
        code: 'VALIDATION',
        message: [message],
      });
    });
  });
});

describe('shared browser', async () => {
  const app = await testApp();
  const { db } = app.platform;
  await app.startJobs();
  type Headers = Record<string, string>;
  type Account = Awaited<ReturnType<typeof signedIn>>;
  const password = 'maíz-y-café';

  const cancel = (taskId: string, payload: object, headers: Headers) =>
    app.inject({ method: 'DELETE', url: `/api/attendances/cancel/${taskId}`, headers, payload });
  const attending = async (taskId: string, headers: Headers) => {
    const url = `/api/attendances/check?taskIds=${taskId}`;
    return (await app.get(url, headers)).json().attending;
  };
  const isAttending = async (taskId: string, headers: Headers, email?: string) => {
    const query = email === undefined ? {} : { email };
    const reply = await app.inject({ url: `/api/attendances/check/${taskId}`, headers, query });
    return reply.json().isAttending;
  };
  const isStored = async (id: string) => (await db.$count(attendances, eq(attendances.id, id))) === 1;
  const both = (one: Headers, other: Headers) => ({ cookie: `${one.cookie}; ${other.cookie}` });

  beforeEach(() => app.setNow(NOON));

  describe('a browser where a visitor confirmed and an account signs in', () => {
    it('does not report the attendance as the account’s', async () => {
      const grandmother = await aVisit(db);
      const { user, headers } = await signedIn(db);
      const member = both(headers, grandmother.proof);
      expect(await attending(grandmother.activityId, member)).toEqual([]);
      expect(await isAttending(grandmother.activityId, member)).toBe(false);
      expect(await isAttending(grandmother.activityId, member, user.email)).toBe(false);
      // The browser's proof is valid if the body contains the e-mail, and without a session.
      expect(await isAttending(grandmother.activityId, member, grandmother.email)).toBe(true);
      expect(await attending(grandmother.activityId, grandmother.proof)).toEqual([grandmother.activityId]);
    });

    it("cancels the visitor's attendance only if it is named", async () => {
      const { attendance, activityId, email, proof } = await aVisit(db);
      const { headers } = await signedIn(db);
      const member = both(headers, proof);
      expect(errorOf(await cancel(activityId, {}, member))).toEqual({
        status: 404,
        code: 'NOT_FOUND',
        message: 'Asistencia no encontrada',
      });
      expect(await isStored(attendance.id)).toBe(true);
      expect((await cancel(activityId, { email }, member)).statusCode).toBe(200);
      expect(await isStored(attendance.id)).toBe(false);
    });
  });

  it("what was given out is void when an attendance becomes an account's, save for the mailed links", async () => {
    const { user, headers } = await signedIn(db, { passwordHash: await cheapHash(password) });
    const email = `nueva.${user.email}`;
    const { attendance, activityId, proof, token: mailed } = await aVisit(db, { email });
    const [shown, clientId] = [newToken(), randomUUID()];
    const link = { tokenHash: hashToken(shown), attendanceId: attendance.id, createdAt: NOON };
    await db.insert(attendanceLinks).values(link);
    await db.insert(attendanceClients).values({ activityId, clientId, attendanceId: attendance.id });
    const post = (url: string, body: object) => app.post(url, body);
    const read = (opened: string) => post('/api/attendances/personal', { token: opened });
    const erase = (opened: string) => post('/api/attendances/personal/erase', { token: opened });
    const repeat = () =>
      post('/api/attendances/confirm', { taskId: activityId, name: attendance.name, email, clientId });
    for (const opened of [mailed, shown]) expect((await read(opened)).statusCode).toBe(200);
    expect((await repeat()).statusCode).toBe(200);
    await db
      .update(attendances)
      .set({ proofHash: attendance.proofHash })
      .where(eq(attendances.id, attendance.id));
    expect(await attending(activityId, proof)).toEqual([activityId]);
    const payload = { email, password };
    await app.post('/api/auth/email-change', payload, headers);
    const token = await mailedToken(db, email, 'change-email');
    await app.post('/api/auth/confirm-email', { token });

    expect(await attending(activityId, proof)).toEqual([]);
    for (const selector of [{}, { email }]) {
      expect((await cancel(activityId, selector, proof)).statusCode).toBe(403);
    }
    expect(await isStored(attendance.id)).toBe(true);
    expect([(await read(shown)).statusCode, (await read(mailed)).statusCode]).toEqual([400, 200]);
    expect([(await erase(shown)).statusCode, (await erase(mailed)).statusCode]).toEqual([400, 409]);
    expect((await repeat()).statusCode).toBe(409);
    const [row] = await db.select().from(attendances).where(eq(attendances.id, attendance.id));
    expect(row).toMatchObject({ userId: user.id, email });
    expect(row?.code.equals(attendance.code)).toBe(false);
  });

  /** Each function changes the address of an account in another way. */
  const changes = {
    'by its owner': async ({ headers }: Account, email: string) => {
      await app.post('/api/auth/email-change', { email, password }, headers);
      const token = await mailedToken(db, email, 'change-email');
      return app.post('/api/auth/confirm-email', { token });
    },
    'by an administrator': async ({ user }: Account, email: string) =>
      app.put(
        `/api/admin-panel/users/${user.id}`,
        { username: user.username, email, phone: '3001234567' },
        (await signedIn(db, { role: 'admin' })).headers,
      ),
  };

  describe("an account's attendance, and a visitor's with its new address in the same activity", () => {
    const began = new Date(NOON.getTime() - 5 * 3_600_000);
    const came = { checkedInAt: began };
    const waiting = { status: 'waiting', queueNumber: 7 } as const;
    const offered = { status: 'offered', offerExpiresAt: new Date(NOON.getTime() + 3_600_000) } as const;
    const placed = { status: 'confirmed', queueNumber: null, offerExpiresAt: null } as const;
    type Values = Parameters<typeof anAttendance>[1];

    async function merged(own: Values, visitor: Values, how = changes['by its owner'], capacity = 20) {
      const account = await signedIn(db, { passwordHash: await cheapHash(password) });
      const { user } = account;
      const { id: collectiveId } = await aCollective(db);
      const { id: activityId } = await anActivity(db, { date: began, collectiveId, capacity });
      const email = `nueva.${user.email}`;
      const before = await anAttendance(db, {
        activityId,
        userId: user.id,
        email: user.email,
        name: 'Luz Güetio',
        ...own,
      });
      const visit = await aVisit(db, { activityId, email, name: 'Visita Ene', ...visitor });
      return {
        ...account,
        activityId,
        email,
        before,
        visit,
        move: async () => {
          expect((await how(account, email)).statusCode).toBe(200);
          const [row, ...others] = await db
            .select()
            .from(attendances)
            .where(and(eq(attendances.activityId, activityId), eq(attendances.email, email)));
          expect(others).toEqual([]);
          return row;
        },
      };
    }

    it.each(Object.entries(changes))('become the account’s own, changed %s', async (_how, change) => {
      const answers = [{ questionId: randomUUID(), prompt: '¿Talla?', value: 'M' }];
      const own = { ...came, hours: 4, companions: 1, answers };
      const { headers, visit, before, move, email, user } = await merged(own, { companions: 2 }, change);
      const certificate = () => app.get(`/api/attendances/${before.id}/certificate.pdf`, headers);
      const number = (await certificate()).headers['content-disposition'];
      expect(await move()).toEqual({ ...before, email, userId: user.id, companions: 2 });
      expect((await app.get('/api/attendances/mis-horas', headers)).json()).toMatchObject({
        total: 4,
      });
      const still = await certificate();
      expect([still.statusCode, still.headers['content-disposition']]).toEqual([200, number]);
      const read = {
        method: 'POST',
        url: '/api/attendances/personal',
        payload: { token: visit.token },
      } as const;
      expect((await app.inject(read)).statusCode).toBe(400);
      expect(await isStored(visit.attendance.id)).toBe(false);
    });

    it.each<[string, Values, Values, Values]>([
      [
        'the place of the visitor’s party',
        { ...waiting, companions: 3 },
        { companions: 1 },
        { ...placed, companions: 1 },
      ],
      ['a place before an offer', { ...offered, companions: 2 }, {}, { ...placed, companions: 0 }],
      ['an offer before a wait', { ...waiting }, { ...offered }, { ...offered, queueNumber: null }],
      [
        'the earlier turn',
        { ...waiting, companions: 1 },
        { ...waiting, queueNumber: 3 },
        { queueNumber: 3, companions: 0 },
      ],
      ['its own earlier turn', { ...waiting, queueNumber: 2 }, { ...waiting }, { queueNumber: 2 }],
      ['its own place', { companions: 1 }, { ...waiting, companions: 4 }, { ...placed, companions: 1 }],
      ['the arrival and hours of the visitor’s', {}, { ...came, hours: 2 }, { ...came, hours: 2 }],
      ['its own hours', { ...came, hours: 4 }, { ...came, hours: 2 }, { ...came, hours: 4 }],
      [
        'a place with arrival for its wait',
        { ...waiting },
        { ...came, hours: 2 },
        { ...placed, ...came, hours: 2 },
      ],
    ])('keep %s', async (_what, own, visitor, expected) => {
      const { before, move, user } = await merged(own, visitor);
      const { id, code } = before;
      expect(await move()).toMatchObject({
        id,
        code,
        userId: user.id,
        name: 'Luz Güetio',
        ...expected,
      });
    });

    it('keep a place in an activity that has more people than places', async () => {
      const { activityId, move } = await merged(
        { ...waiting, companions: 1 },
        { companions: 1 },
        undefined,
        2,
      );
      await anAttendance(db, { activityId, companions: 3, isOverLimit: true });
      expect(await move()).toMatchObject({ status: 'confirmed', companions: 1, isOverLimit: false });
      const [places] = await db
        .select()
        .from(activityPlaces)
        .where(eq(activityPlaces.activityId, activityId));
      expect(places).toMatchObject({ taken: 6, waiting: 0 });
    });
  });

  describe('an address that is verified for an account', () => {
    const post = (url: string, payload: object, headers: Headers = {}) =>
      app.post(`/api${url}`, payload, headers);
    const statusOf = async (reply: Promise<{ statusCode: number }>) => (await reply).statusCode;
    const verified = {
      'by a registration': async (email: string) => {
        await post('/auth/register', { username: 'Vera', email, phone: '3001234567', password });
        await emailsWritten(db);
        return post('/auth/verify-email', { token: await mailedToken(db, email, 'verify') });
      },
      ...Object.fromEntries(
        Object.entries(changes).map(([how, change]) => [
          `by a change ${how}`,
          async (email: string) =>
            change(await signedIn(db, { passwordHash: await cheapHash(password) }), email),
        ]),
      ),
      'by a new administrator’s account': async (email: string) =>
        post(
          '/auth/admin/register',
          { username: 'Vera', email, password: 'maíz-y-café-del-solar' },
          (await signedIn(db, { role: 'superadmin' })).headers,
        ),
    };

    it.each(Object.entries(verified))('%s voids what did not come to it', async (_how, verify) => {
      const email = `vera.${randomUUID()}@example.org`;
      const owner = await signedIn(db);
      const { id: taskId } = await anActivity(db, {
        ownerId: owner.user.id,
        contact: 'any',
        companionsMax: 3,
      });
      const clientId = randomUUID();
      const first = await post('/attendances/confirm', { taskId, name: 'Vera', clientId });
      const { _id: id, personalLink } = first.json();
      const shown = /token=(.+)$/.exec(personalLink)?.[1] ?? '';
      const cookie = cookieOf(first);
      const added = await app.put(`/api/attendances/${id}`, { name: 'Vera', email }, owner.headers);
      expect(added.statusCode).toBe(200);
      const mailed = newToken();
      await db.insert(attendanceLinks).values({
        tokenHash: hashToken(mailed),
        attendanceId: id,
        email,
        createdAt: NOON,
      });
      const read = (token: string) => statusOf(post('/attendances/personal', { token }));
      const repeat = () => statusOf(post('/attendances/confirm', { taskId, name: 'Vera', email, clientId }));
      const grow = () => statusOf(app.put(`/api/attendances/party/${taskId}`, { companions: 1 }, cookie));
      const [before] = await db.select().from(attendances).where(eq(attendances.id, id));
      expect([await read(shown), await read(mailed), await grow()]).toEqual([200, 200, 200]);

      expect([200, 201]).toContain((await verify(email)).statusCode);
      expect([await read(shown), await read(mailed), await grow(), await repeat()]).toEqual([
        400, 200, 403, 409,
      ]);
      const [row] = await db.select().from(attendances).where(eq(attendances.id, id));
      expect(row).toMatchObject({ email, name: 'Vera', proofHash: null, companions: 1 });
      expect(before && row?.code.equals(before.code)).toBe(false);
    });
  });
});
