import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, anAttendance, signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { pollNotifications } from '../notifications/jobs.ts';
import { pollReminders } from '../reminders/jobs.ts';

const app = await testApp({ RATE_LIMIT_FACTOR: '1' });
const { db } = app.platform;
type Headers = Record<string, string>;
const VICTIM = 'victima@example.org';
const EMAILS_MAX = 10;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const at = (minutes: number) => app.setNow(new Date(NOON.getTime() + minutes * MINUTE_MS));
let origins = 0;
/** An address of origin that no other test uses. */
const origin = () => `10.1.${Math.floor(++origins / 250)}.${(origins % 250) + 1}`;

const confirm = (taskId: string, email: string, remoteAddress: string, headers: Headers = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/attendances/confirm',
    payload: { taskId, name: 'Ana', email },
    remoteAddress,
    headers,
  });
const edit = (id: string, payload: object, headers: Headers) =>
  app.inject({ method: 'PUT', url: `/api/tasks/${id}`, payload, headers });

beforeEach(() => app.setNow(NOON));

describe('a member who wants to flood a stranger', () => {
  it('causes ten e-mails in 21 minutes, without a web address or a subject of their own', async () => {
    const { user, headers } = await signedIn(db);
    const from = origin();
    const text = 'Visita https://estafa.example ahora';
    const tasks = await Promise.all(
      Array.from({ length: 10 }, () => anActivity(db, { ownerId: user.id, title: text, place: 'Uno' })),
    );
    for (const { id } of tasks) expect((await confirm(id, VICTIM, from, headers)).statusCode).toBe(201);
    for (let round = 1; round <= 2; round++) {
      at(round * 10);
      const { date, responsible, description } = tasks[0] as (typeof tasks)[number];
      for (const { id } of tasks) {
        const payload = { title: text, description, date: date.toISOString(), responsible };
        expect((await edit(id, { ...payload, place: `estafa.example/${round}` }, headers)).statusCode).toBe(
          200,
        );
      }
      at(round * 10 + 10.5);
      await pollNotifications(app.platform);
    }
    const received = await emailsTo(db, VICTIM);
    expect(received).toHaveLength(EMAILS_MAX);
    for (const { subject, text: body, html } of received) {
      expect(subject).toBe('Te agregaron a una actividad');
      expect(body + html).not.toContain('estafa.example');
    }
  });

  it('causes no more by moving the date of an activity whose reminder the address never asked for', async () => {
    const { user, headers } = await signedIn(db);
    const start = NOON.getTime() + 5 * DAY_MS;
    const activity = await anActivity(db, { ownerId: user.id, date: new Date(start) });
    const payload = { taskId: activity.id, name: 'Ana', email: 'recordada@example.org', remind: true };
    const url = '/api/attendances/confirm';
    await app.inject({ method: 'POST', url, payload, remoteAddress: origin() });
    const { title, description, responsible, place } = activity;
    for (let minute = 1; minute <= 20; minute++) {
      const now = start - DAY_MS + minute * MINUTE_MS;
      app.setNow(new Date(now - MINUTE_MS / 2));
      const date = new Date(now + DAY_MS).toISOString();
      await edit(activity.id, { title, description, responsible, place, date }, headers);
      await pollReminders(app.platform);
      app.setNow(new Date(now));
      await pollReminders(app.platform);
    }
    // The confirmation counts as the visitor's own.
    expect(await emailsTo(db, 'recordada@example.org')).toHaveLength(EMAILS_MAX + 1);
  });

  it('gains nothing by tags, other accounts at one origin, or other calls', async () => {
    const from = origin();
    const { user, headers } = await signedIn(db);
    for (let sent = 0; sent < EMAILS_MAX; sent++) {
      const { id } = await anActivity(db);
      expect((await confirm(id, `tag+${sent}@example.org`, from)).statusCode).toBe(201);
    }
    const { id } = await anActivity(db, { ownerId: user.id });
    const limited = await confirm(id, 'tag@example.org', from, headers);
    expect(errorOf(limited)).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    const participant = await anAttendance(db, { activityId: id });
    const url = `/api/attendances/${participant.id}`;
    const payload = { name: 'Ana', email: 'tag+otra@example.org' };
    const moved = await app.inject({ method: 'PUT', url, payload, headers, remoteAddress: from });
    expect(moved.statusCode).toBe(429);
  });

  it('does not use up what the owner of the address may cause', async () => {
    const { headers } = await signedIn(db);
    const from = origin();
    for (let sent = 0; sent <= EMAILS_MAX; sent++) {
      await confirm((await anActivity(db)).id, 'libre@example.org', from, headers);
    }
    expect((await confirm((await anActivity(db)).id, 'libre@example.org', origin())).statusCode).toBe(201);
    expect(await emailsTo(db, 'libre@example.org')).toHaveLength(EMAILS_MAX + 1);
  });
});

describe('different addresses from one origin', () => {
  it('are at most twenty a day; the rejected one stays rejected, the others do not count again', async () => {
    const from = origin();
    const { id } = await anActivity(db);
    for (let index = 0; index < 20; index++) {
      expect((await confirm(id, `vecina${index}@example.org`, from)).statusCode).toBe(201);
    }
    for (let time = 0; time < 2; time++) {
      expect(errorOf(await confirm(id, 'vecina20@example.org', from))).toMatchObject({
        status: 429,
        message: expect.stringMatching(/^Hoy ya se confirmaron muchas personas .* Espera /),
      });
    }
    expect((await confirm(id, 'vecina3@example.org', from)).statusCode).toBe(409);
    expect((await confirm(id, 'vecina20@example.org', origin())).statusCode).toBe(201);
  });

  it('do not count the organiser’s additions, nor the own address of an account', async () => {
    const from = origin();
    const { user, headers } = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: user.id });
    for (let index = 0; index < 25; index++) {
      const name = `Vecina ${index}`;
      const payload = { taskId: id, name, email: `lista${index}@example.org` };
      const url = '/api/attendances/confirm';
      const reply = await app.inject({ method: 'POST', url, payload, headers, remoteAddress: from });
      expect(reply.statusCode).toBe(201);
    }
    const other = await signedIn(db);
    const own = await confirm((await anActivity(db)).id, other.user.email, from, other.headers);
    expect(own.statusCode).toBe(201);
  });
});

it('a change of the name alone sends no e-mail and is not counted', async () => {
  const { user, headers } = await signedIn(db);
  const activity = await anActivity(db, { ownerId: user.id });
  const { id, email } = await anAttendance(db, { activityId: activity.id });
  for (let change = 0; change <= EMAILS_MAX; change += 1) {
    const payload = { name: `Ana ${change}`, email };
    const reply = await app.inject({ method: 'PUT', url: `/api/attendances/${id}`, payload, headers });
    expect(reply.statusCode).toBe(200);
  }
});

it('a participant added to a past activity gets no e-mail', async () => {
  const { user, headers } = await signedIn(db);
  const activity = await anActivity(db, { ownerId: user.id, date: new Date(NOON.getTime() - 1) });
  const { id } = await anAttendance(db, { activityId: activity.id });
  const payload = { name: 'Ana', email: 'ayer@example.org' };
  const reply = await app.inject({ method: 'PUT', url: `/api/attendances/${id}`, payload, headers });
  expect(reply.json()).toMatchObject({ updated: { email: 'ayer@example.org' } });
  expect(await emailsTo(db, 'ayer@example.org')).toEqual([]);
});
