import { expect, it } from 'vitest';
import { testApp } from '../test/app.ts';
import { attendanceCalls } from '../test/attendance-calls.ts';
import { testDatabase } from '../test/database.ts';
import { databaseContents } from '../test/database-contents.ts';
import { aMember, anAttendance, aVisit, signedIn } from '../test/factories.ts';
import { cookieOf } from '../test/requests.ts';
import { emailsTo, emailsWritten } from '../test/sent-emails.ts';
import { mails } from './platform/mail/schema.ts';

// The address of an activity's chat is for its organisers and the confirmed, and in e-mails that their recipient caused (docs/rules.md R23.1).

const HOST = 'chat.example.org';
const chatUrl = `https://${HOST}/mingueros`;
const database = await testDatabase();
const app = await testApp({}, database);
await app.startJobs();
const { db } = app.platform;
const { confirm, organised, send } = attendanceCalls(app);

const chatOf = async (id: string, headers = {}) => {
  const reply = await app.inject({ url: `/api/tasks/${id}`, headers });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().chatUrl;
};

/** The texts of all e-mails to an address. */
const mailsTo = async (email: string) => JSON.stringify(await emailsTo(db, email));

it('shows the chat to organisers and to the confirmed alone', async () => {
  const { id, owner } = await organised({ chatUrl, capacity: null });
  const helper = async (role: 'organizer' | 'door') => {
    const { user, headers } = await signedIn(db);
    await aMember(db, { teamId: id, userId: user.id, role });
    return headers;
  };
  const attending = async (status: 'confirmed' | 'waiting') => {
    const { user, headers } = await signedIn(db);
    const queueNumber = status === 'waiting' ? 1 : null;
    await anAttendance(db, { activityId: id, userId: user.id, email: user.email, status, queueNumber });
    return headers;
  };
  const seen = { null: null, shown: chatUrl };
  const viewers: [name: string, headers: object, expected: keyof typeof seen][] = [
    ['a visitor', {}, 'null'],
    ['another account', (await signedIn(db)).headers, 'null'],
    ['an administrator', (await signedIn(db, { role: 'admin' })).headers, 'null'],
    ['a superadmin', (await signedIn(db, { role: 'superadmin' })).headers, 'null'],
    ['a door keeper', await helper('door'), 'null'],
    ['a waiting account', await attending('waiting'), 'null'],
    ['a visitor with the proof of another activity', (await aVisit(db)).proof, 'null'],
    ['the author', owner, 'shown'],
    ['another organiser', await helper('organizer'), 'shown'],
    ['a confirmed account', await attending('confirmed'), 'shown'],
    ['a confirmed visitor', (await aVisit(db, { activityId: id })).proof, 'shown'],
  ];
  for (const [name, headers, expected] of viewers)
    expect([name, await chatOf(id, headers)]).toEqual([name, seen[expected]]);
});

it('shows it on the personal page and in the own list, while the attendance is confirmed', async () => {
  const { id } = await organised({ chatUrl, capacity: null });
  const { token } = await aVisit(db, { activityId: id });
  const personal = async () => (await send('POST', '/attendances/personal', { token })).json().task.chatUrl;
  expect(await personal()).toBe(chatUrl);
  const { user, headers } = await signedIn(db);
  await anAttendance(db, { activityId: id, userId: user.id, email: user.email });
  const own = await app.inject({ url: '/api/attendances/mis-asistencias', headers });
  expect(own.json()[0].task.chatUrl).toBe(chatUrl);
  const late = await aVisit(db, { activityId: id, status: 'waiting', queueNumber: 1 });
  const waiting = await send('POST', '/attendances/personal', { token: late.token });
  expect(waiting.json().task.chatUrl).toBeNull();
});

it('mails it to those who confirm themselves, not to those whom others add', async () => {
  const { id, owner } = await organised({ chatUrl, capacity: null });
  expect((await confirm(id, { email: 'sola@example.org' })).statusCode).toBe(201);
  expect((await confirm(id, { email: 'traida@example.org' }, owner)).statusCode).toBe(201);
  const friend = (await signedIn(db)).headers;
  expect((await confirm(id, { email: 'amiga@example.org' }, friend)).statusCode).toBe(201);
  expect(await mailsTo('sola@example.org')).toContain(chatUrl);
  for (const email of ['traida@example.org', 'amiga@example.org']) {
    expect(await mailsTo(email)).toContain('mi-asistencia');
    expect(await mailsTo(email)).not.toContain(HOST);
  }
});

it('is in no list, feed or page for others, and in no table but its own and the e-mails', async () => {
  const { id, owner } = await organised({ chatUrl, capacity: null, title: 'Con grupo' });
  const confirmed = cookieOf(await confirm(id, { email: 'lista@example.org' }));
  const admin = (await signedIn(db, { role: 'admin' })).headers;
  const places: [url: string, headers?: Record<string, string>][] = [
    ['/api/tasks', owner],
    ...['/search?q=grupo', '/others', '/promoted', '/feed.rss', '/feed.json', '/feed.ics'].flatMap(
      (path): [string, Record<string, string>?][] => [
        [`/api/tasks${path}`],
        [`/api/tasks${path}`, owner],
        [`/api/tasks${path}`, confirmed],
      ],
    ),
    [`/actividades/${id}`],
    [`/actividades/${id}.ics`],
    ['/actividades'],
    ['/actividades.rss'],
    ['/'],
    [`/api/attendances/${id}`, owner],
    ['/api/admin-panel/activities', admin],
    [`/api/tasks/${id}`, admin],
    ['/api/notifications/recibidas', owner],
  ];
  const found: string[] = [];
  for (const [url, headers = {}] of places) {
    const { statusCode, body: text } = await app.inject({ url, headers });
    if (statusCode !== 200) found.push(`${url} is ${statusCode}`);
    if (text.includes(HOST) || text.includes('"chatUrl":"')) found.push(`${url} tells of it`);
  }
  expect(found).toEqual([]);
  // An organiser's change is announced without it.
  const { title, date } = (await app.inject({ url: `/api/tasks/${id}`, headers: owner })).json();
  const moved = new Date(Date.parse(date) + 3_600_000).toISOString();
  expect((await send('PUT', `/tasks/${id}`, { title, date: moved }, owner)).statusCode).toBe(200);
  expect(await chatOf(id, owner)).toBe(chatUrl);
  await emailsWritten(db);
  const stored = await databaseContents(database.url);
  const tables = Object.entries(stored)
    .filter(([, rows]) => rows.some(row => row.includes(HOST)))
    .map(([name]) => name);
  // Only the confirmation of the one who confirmed has it, not the e-mail about the change.
  const kinds = (await db.select().from(mails)).filter(row => JSON.stringify(row).includes(HOST));
  expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['attendanceEmail']));
  expect(tables.filter(name => !['public.activities', 'public.mails'].includes(name))).toEqual([]);
});
