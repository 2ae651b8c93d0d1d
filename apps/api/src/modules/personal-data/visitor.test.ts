import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { attendanceCalls } from '../../../test/attendance-calls.ts';
import { anActivity, anAttendance, aReminder, aUser, aVisit, signedIn } from '../../../test/factories.ts';
import { concurrently, cookieOf, errorOf, tally } from '../../../test/requests.ts';
import { mails } from '../../platform/mail/schema.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { attendanceStatistics } from '../administration/schema.ts';
import { attendanceLinks, attendances } from '../attendance/schema.ts';
import { eraseExpiredVisitors } from '../attendance/visitor/service.ts';
import { newNumber, printedOf } from '../certificates/rules.ts';
import { certificates } from '../certificates/schema.ts';
import { feedback } from '../feedback/schema.ts';
import { notifications } from '../notifications/schema.ts';

const app = await testApp();
const { db } = app.platform;
const { send, confirm, organised, placesOf, waiting, stateOf } = attendanceCalls(app);
const DAY_MS = 24 * 3_600_000;
const inDays = (days: number) => new Date(NOON.getTime() + days * DAY_MS);
const download = (token: string, on = app) =>
  on.inject({ method: 'POST', url: '/api/attendances/personal/download', payload: { token } });
const erase = (token: string, on = app) =>
  on.inject({ method: 'POST', url: '/api/attendances/personal/erase', payload: { token } });
const BAD_LINK = {
  status: 400,
  code: 'INVALID_TOKEN',
  message: 'Este enlace no es válido o la asistencia ya fue cancelada.',
};
const HAS_ACCOUNT = {
  status: 409,
  code: 'CONFLICT',
  message:
    'Este correo tiene una cuenta en Minga: inicia sesión y descarga o borra tus datos desde tu perfil.',
};

beforeEach(() => app.setNow(NOON));

/** All rows of all tables, jobs included, that match `pattern`, each with the name of its table. */
async function traces(pattern: string): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.execute<{ text: string }>(
      sql`select t::text as text from ${sql.raw(name)} t where t::text ~* ${pattern}`,
    );
    found.push(...rows.map(({ text }) => `${name}: ${text}`));
  }
  return found;
}

let visitors = 0;

/** Creates a visitor of a past and an upcoming activity whose name, address and words are in every table that stores those of visitors. */
async function wellKnown() {
  const word = `zulmita${++visitors}x`;
  const email = `${word}@example.org`;
  const phone = `+5730012345${10 + visitors}`;
  const name = `Zulmita${visitors}x Quilindo`;
  const { id: past, owner } = await organised({ date: inDays(-2), endDate: inDays(-1.9), capacity: null });
  const came = { email, phone, name, checkedInAt: NOON, hours: 2, companions: 1 };
  const answers = [{ questionId: 'a', value: `${name} es alérgica` }];
  const visit = await aVisit(db, { activityId: past, ...came, answers });
  const attendanceId = visit.attendance.id;
  const printed = printedOf(name, [
    { id: attendanceId, title: 'Siembra', date: NOON, endDate: null, place: '', collective: null, hours: 2 },
  ]);
  const number = newNumber();
  await db.insert(certificates).values({ number, attendanceId, printed, issuedAt: NOON });
  const said = { attendanceId, activityId: past, rating: 5, text: `${name} quedó feliz`, createdAt: NOON };
  await db.insert(feedback).values(said);
  await aReminder(db, { activityId: past, attendanceId });
  const { id: next } = await organised();
  await confirm(next, { email, name, phone });
  await send('DELETE', `/attendances/cancel/${next}`, { token: visit.token, email });
  await send('POST', '/attendances/personal-link', { email });
  const admin = await signedIn(db, { role: 'admin' });
  await app.inject({ url: '/api/admin-panel/attendances/stats', headers: admin.headers });
  const mail = { recipient: email, subject: `Hola, ${name}`, html: 'h', text: 't', createdAt: NOON };
  await db.insert(mails).values([mail, { ...mail, sentAt: NOON }]);
  return { word, phone, name, past, next, owner, number, attendanceId, ...visit };
}

describe('POST /attendances/personal/download', () => {
  it('names the file by the day in the time zone of the site', async () => {
    const { token } = await wellKnown();
    app.setNow(new Date('2026-11-22T02:30:00.000Z'));
    expect((await download(token)).headers['content-disposition']).toBe(
      'attachment; filename="minga-mis-datos-2026-11-21.json"',
    );
  });

  it('downloads all attendances of the address and nothing of others', async () => {
    const { token, email, name, past, next, number } = await wellKnown();
    await anAttendance(db, { activityId: past, name: 'Ajena' });
    const reply = await download(token);
    expect(reply.headers['content-disposition']).toBe(
      'attachment; filename="minga-mis-datos-2026-11-21.json"',
    );
    const data = reply.json();
    expect(data.attendances.map(({ taskId }: { taskId: string }) => taskId).sort()).toEqual(
      [past, next].sort(),
    );
    expect(data.attendances).toContainEqual(
      expect.objectContaining({
        taskId: past,
        name,
        email,
        companions: 1,
        hours: 2,
        status: 'confirmed',
        feedback: { rating: 5, text: `${name} quedó feliz` },
      }),
    );
    expect(data.certificates).toMatchObject([{ number, name, hours: 2 }]);
    expect(reply.body).not.toMatch(/Ajena|hash|"code"/i);
  });

  it('without an address downloads those of the link', async () => {
    const { token, activityId } = await aVisit(db, { email: null, phone: '+573009990000' });
    await anAttendance(db, { email: null, phone: '+573009990000' });
    expect((await download(token)).json().attendances).toMatchObject([
      { taskId: activityId, email: '', phone: '+573009990000' },
    ]);
  });
});

describe('POST /attendances/personal/erase', () => {
  it('leaves no trace of the person in any table, and the counts as they were', async () => {
    const { word, token, past, number, attendanceId, owner } = await wellKnown();
    expect((await traces(word)).length).toBeGreaterThan(7);
    const turnout = async () =>
      (await app.inject({ url: `/api/attendances/${past}/turnout`, headers: owner })).json();
    const admin = await signedIn(db, { role: 'admin' });
    const stats = async () =>
      (await app.inject({ url: '/api/admin-panel/attendances/stats', headers: admin.headers })).json();
    // Deletes the statistics, so that they count the rows of earlier tests too.
    await db.delete(attendanceStatistics);
    const [before, { uniqueUsersAttended: peopleBefore }] = [await turnout(), await stats()];
    expect((await erase(token)).statusCode).toBe(204);
    expect(await traces(word)).toEqual([]);
    expect(await turnout()).toEqual(before);
    expect((await stats()).uniqueUsersAttended).toBe(peopleBefore);
    const certificate = await app.inject({ url: `/api/certificates/${number}` });
    expect(certificate.json()).toMatchObject({ number, isWithdrawn: true, name: null, activities: [] });
    const [row] = await db.select().from(attendances).where(eq(attendances.id, attendanceId));
    expect(row).toMatchObject({ name: null, companions: 1, checkedInAt: NOON, hours: 2 });
    expect(await db.select().from(feedback).where(eq(feedback.attendanceId, attendanceId))).toMatchObject([
      { rating: 5, text: '' },
    ]);
    expect(await db.select().from(certificates).where(eq(certificates.number, number))).toMatchObject([
      { printed: null, revokedAt: NOON },
    ]);
    expect(errorOf(await erase(token))).toEqual(BAD_LINK);
    expect(errorOf(await download(token))).toEqual(BAD_LINK);
  });

  it('so does the job, once the last activity of the person is long over', async () => {
    const { word } = await wellKnown();
    app.setNow(inDays(400));
    await eraseExpiredVisitors(app.platform);
    expect(await traces(word)).toEqual([]);
  });

  it('cancels what is to come: the place is offered, and the organiser told without the name', async () => {
    const { id, user, proof } = await waiting();
    const all = await db.select().from(attendances).where(eq(attendances.activityId, id));
    const held = all.find(({ status }) => status === 'confirmed');
    const token = newToken();
    const link = { tokenHash: hashToken(token), attendanceId: held?.id ?? '', createdAt: NOON };
    await db.insert(attendanceLinks).values(link);
    expect((await erase(token)).statusCode).toBe(204);
    expect(await stateOf(id, proof)).toMatchObject({ status: 'offered' });
    expect(await placesOf(id)).toEqual({ taken: 1, free: 0, waiting: 0 });
    const bell = await db.select().from(notifications).where(eq(notifications.userId, user.id));
    expect(bell.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^Alguien ya no asistirá/),
    );
  });

  it('erases a person without an e-mail, also from the bell of the organiser', async () => {
    const { id, user } = await organised({ capacity: null, contact: 'any' });
    const reply = await confirm(id, { email: undefined, phone: '3017654321', name: 'Rosalba Tunubalá' });
    expect(await db.$count(notifications, eq(notifications.userId, user.id))).toBe(1);
    const token = new URL(reply.json().personalLink).searchParams.get('token') ?? '';
    expect((await erase(token)).statusCode).toBe(204);
    expect(await traces('rosalba|tunubal|3017654321')).toEqual([]);
    expect(await stateOf(id, cookieOf(reply))).toMatchObject({ status: null });
  });

  it('leaves other people of the same activity alone', async () => {
    const { activityId, token } = await aVisit(db);
    const other = await anAttendance(db, { activityId, name: 'Nelly' });
    await erase(token);
    expect(await db.select().from(attendances).where(eq(attendances.activityId, activityId))).toMatchObject([
      { id: other.id, name: 'Nelly' },
    ]);
  });

  it('happens once, whatever else happens at the same time', async () => {
    const { token, activityId, attendance } = await aVisit(db);
    const replies = await concurrently(8, index =>
      index % 2 === 0
        ? erase(token)
        : send('DELETE', `/attendances/cancel/${activityId}`, { token, email: attendance.email }),
    );
    const statuses = tally(replies);
    expect((statuses[204] ?? 0) + (statuses[200] ?? 0)).toBeGreaterThanOrEqual(1);
    expect(Object.keys(statuses).every(status => ['200', '204', '400', '403', '404'].includes(status))).toBe(
      true,
    );
    expect(await db.$count(attendances, eq(attendances.activityId, activityId))).toBe(0);
  });
});

describe('an address that the link was not mailed to', () => {
  /** Creates the personal link of an attendee without an address, to whose attendance an organiser then adds one. */
  async function corrected(email: string) {
    const { id, owner } = await organised({ contact: 'any', capacity: null });
    const added = (await confirm(id, { name: 'Ana', email: undefined }, owner)).json();
    const edited = await send('PUT', `/attendances/${added._id}`, { name: 'Ana', email }, owner);
    expect(edited.json().updated).toMatchObject({ name: 'Ana', email });
    return { id, token: new URL(added.personalLink).searchParams.get('token') ?? '' };
  }

  it.each([false, true])('opens and erases nothing else of it; it has an account: %j', async hasAccount => {
    const { email, past, next, number, attendanceId } = await wellKnown();
    if (hasAccount) await aUser(db, { email });
    const { id, token } = await corrected(email);
    const mailed = await db.$count(mails, eq(mails.recipient, email));
    const reply = await download(token);
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { attendances: [{}], certificates: [] }]);
    expect(reply.json().attendances).toMatchObject([{ taskId: id, name: 'Ana', email }]);
    for (const other of [past, next, number]) expect(reply.body).not.toContain(other);
    expect((await erase(token)).statusCode).toBe(204);
    expect(await db.$count(attendances, eq(attendances.activityId, id))).toBe(0);
    expect(errorOf(await download(token))).toEqual(BAD_LINK);
    const [row] = await db.select().from(attendances).where(eq(attendances.id, attendanceId));
    expect(row).toMatchObject({ email, answers: [{ questionId: 'a' }] });
    const certificate = await app.inject({ url: `/api/certificates/${number}` });
    expect(certificate.json()).toMatchObject({ number, revokedAt: null });
    expect(await db.$count(attendances, eq(attendances.email, email))).toBe(2);
    expect(await db.$count(mails, eq(mails.recipient, email))).toBe(mailed);
  });

  it('keeps the e-mails and jobs of an address that attends nothing else', async () => {
    const email = 'nueva.zulma@example.org';
    await send('POST', '/attendances/personal-link', { email });
    await db.insert(mails).values({ recipient: email, subject: 's', html: 'h', text: 't', createdAt: NOON });
    const { token } = await corrected(email);
    const [mailed, jobs] = [await db.$count(mails, eq(mails.recipient, email)), await traces(email)];
    expect((await erase(token)).statusCode).toBe(204);
    expect(await db.$count(mails, eq(mails.recipient, email))).toBe(mailed);
    const jobsOf = (found: string[]) => found.filter(text => text.startsWith('pgboss.job'));
    expect(jobsOf(await traces(email))).toEqual(jobsOf(jobs));
  });

  it('is that of every link of a release that did not store the address', async () => {
    const { email, attendanceId, past } = await wellKnown();
    const token = newToken();
    await db.insert(attendanceLinks).values({ tokenHash: hashToken(token), attendanceId, createdAt: NOON });
    expect((await download(token)).json().attendances).toMatchObject([{ taskId: past }]);
    expect((await erase(token)).statusCode).toBe(204);
    expect(await db.$count(attendances, eq(attendances.email, email))).toBe(1);
  });
});

describe.each([
  ['download', download],
  ['erase', erase],
] as const)('%s rejects', (_name, call) => {
  it.each([
    ['an unknown link', newToken()],
    ['a token of another shape', 'x'],
  ])('%s', async (_case, token) => {
    expect(errorOf(await call(token))).toEqual(BAD_LINK);
  });

  it.each([{}, { token: '' }, { token: 7 }])('%j', async payload => {
    const url = `/api/attendances/personal/${_name}`;
    expect(errorOf(await app.inject({ method: 'POST', url, payload }))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: ['El enlace no está completo'],
    });
  });

  it("a link of an account's attendance, by its session or address", async () => {
    const { id: userId, email } = await aUser(db);
    const own = await aVisit(db, { userId, email, proofHash: null });
    const other = await aUser(db);
    const asVisitor = await aVisit(db, { email: other.email, activityId: (await anActivity(db)).id });
    for (const { token, attendance } of [own, asVisitor]) {
      expect(errorOf(await call(token))).toEqual(HAS_ACCOUNT);
      const [row] = await db.select().from(attendances).where(eq(attendances.id, attendance.id));
      expect(row?.name).toBe('Luz');
    }
  });

  it('tokens of other kinds', async () => {
    const { token, proof, activityId } = { ...(await aVisit(db)), ...(await signedIn(db)) };
    expect(errorOf(await call(token))).toEqual(BAD_LINK);
    expect(errorOf(await call(proof.cookie.replace('minga_visitor=', '')))).toEqual(BAD_LINK);
    expect(await db.$count(attendances, eq(attendances.activityId, activityId))).toBe(1);
  });
});
