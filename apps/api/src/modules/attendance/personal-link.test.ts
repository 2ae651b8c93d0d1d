import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, anAttendance, aUser, aVisit, signedIn } from '../../../test/factories.ts';
import { plainAttendance } from '../../../test/plain-attendance.ts';
import { concurrently, errorOf } from '../../../test/requests.ts';
import { emailsTo, emailsWritten, mailedToken } from '../../../test/sent-emails.ts';
import { newToken } from '../../platform/tokens.ts';
import { attendanceLinks, attendances } from './schema.ts';

const app = await testApp();
const limited = await testApp({ RATE_LIMIT_FACTOR: '1' });
const { db } = app.platform;
await app.startJobs();
const UNKNOWN = '0197a000-0000-7000-8000-000000000000';
const DAY = 24 * 3_600_000;

const read = (payload: object) => app.inject({ method: 'POST', url: '/api/attendances/personal', payload });
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
          },
          ...plainAttendance,
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
    expect((await read({ token })).json()).toMatchObject({ isPublic: false, task: { title: hidden.title } });
  });

  it('rejects an unknown link, and that of a cancelled attendance', async () => {
    const { activityId, token } = await aVisit(db);
    expect(errorOf(await read({ token: newToken() }))).toEqual(badLink);
    await app.inject({ method: 'DELETE', url: `/api/attendances/cancel/${activityId}`, payload: { token } });
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
    for (const good of [token, again]) expect((await read({ token: good })).json()).toMatchObject({ email });
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
    // One calendar file of the same dates.
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
    // The state after a worker stored the e-mail and died before it completed the job.
    await db.execute(
      sql`update pgboss.job set state = 'retry', start_after = now(), retry_count = 0 where name = 'attendance-letters' and data->>'email' = ${email}`,
    );
    await emailsWritten(db);
    expect(await emailsTo(db, email)).toHaveLength(1);
    expect(await linksOf(attendance.id)).toBe(2);
    expect((await read({ token: await mailedToken(db, email, 'attendance') })).statusCode).toBe(200);
  });

  it('20 an hour from one address, 3 an hour for one e-mail', async () => {
    const statuses = (replies: { statusCode: number }[]) => replies.map(reply => reply.statusCode).sort();
    const email = (await aUser(limited.platform.db)).email;
    expect(statuses(await concurrently(4, index => request({ email }, limited, `10.0.0.${index}`)))).toEqual([
      200, 200, 200, 429,
    ]);
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
