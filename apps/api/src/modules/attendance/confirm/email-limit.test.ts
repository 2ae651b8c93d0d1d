import { and, eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { attendanceCalls } from '../../../../test/attendance-calls.ts';
import { testDatabase } from '../../../../test/database.ts';
import { anActivity, anAttendance, aUser, signedIn } from '../../../../test/factories.ts';
import { pollNotifications } from '../../../../test/poll-notifications.ts';
import { pollReminders } from '../../../../test/reminder-fixture.ts';
import { cookieOf, errorOf } from '../../../../test/requests.ts';
import { admittedTo, emailsTo, WHEN } from '../../../../test/sent-emails.ts';
import { processDue } from '../../../platform/due-work/due-work.ts';
import { mails } from '../../../platform/mail/schema.ts';
import { activities } from '../../activities/schema.ts';
import { followerDigests, followerNews } from '../../notifications/followers/service.ts';
import { notifications } from '../../notifications/schema.ts';
import { pollReconfirmations } from '../places/reconfirmation-service.ts';
import { attendances } from '../schema.ts';

const shared = await testDatabase();
const app = await testApp({ RATE_LIMIT_FACTOR: '1' }, shared);
/** An app whose largest limit of addresses is 15. */
const strict = await testApp({ RATE_LIMIT_FACTOR: '0.05' }, shared);
const { db } = app.platform;
type Headers = Record<string, string>;
const VICTIM = 'victima@example.org';
const EMAILS_MAX = 10;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const at = (minutes: number) => app.setNow(new Date(NOON.getTime() + minutes * MINUTE_MS));
let origins = 0;
/** Returns an IP address that no other test uses. */
const origin = () => `10.1.${Math.floor(++origins / 250)}.${(origins % 250) + 1}`;

const confirm = (taskId: string, email: string, remoteAddress: string, headers: Headers = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/attendances/confirm',
    payload: { taskId, name: `Ana ${email.split('@')[0]?.replaceAll(/\W/g, ' ')}`, email },
    remoteAddress,
    headers,
  });
const edit = (id: string, payload: object, headers: Headers) =>
  app.inject({ method: 'PUT', url: `/api/tasks/${id}`, payload, headers });

beforeEach(() => app.setNow(NOON));

describe('a member who wants to flood a stranger', () => {
  // docs/rules.md R17.7
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
    const received = await admittedTo(app.platform, VICTIM);
    expect(received).toHaveLength(EMAILS_MAX);
    app.setNow(new Date(NOON.getTime() + 2 * HOUR_MS));
    await app.platform.mailer.sendHeld();
    // One e-mail an hour later contains the changes of that morning.
    const all = await admittedTo(app.platform, VICTIM);
    expect(all.map(({ subject }) => subject)).toEqual([
      ...Array(EMAILS_MAX).fill(`Te agregaron a una actividad${WHEN}`),
      'Te juntamos 10 correos de Minga',
    ]);
    const contents = (mail: (typeof all)[number]) =>
      [
        mail.text,
        mail.html,
        ...mail.attachments.map(({ content }) => content.replaceAll('\r\n ', '')),
      ].join();
    for (const mail of all) expect(contents(mail)).not.toContain('estafa.example');
    // A calendar file would contain the organiser's text.
    for (const mail of all) expect(mail.attachments).toEqual([]);
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
      // The e-mail is sent before the next edit, which would make it obsolete.
      await app.platform.mailer.decide();
      await db
        .update(mails)
        .set({ sentAt: new Date(now) })
        .where(eq(mails.state, 'ready'));
    }
    // The address gets the confirmation and three e-mails about the date.
    expect(await admittedTo(app.platform, 'recordada@example.org')).toHaveLength(1 + 3);
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
  it('are at most 120 a day in one activity; the rejected one stays rejected, the others do not count again', async () => {
    const from = origin();
    const { id } = await anActivity(db);
    for (let index = 0; index < 120; index++) {
      expect((await confirm(id, `vecina${index}@example.org`, from)).statusCode).toBe(201);
    }
    for (let time = 0; time < 2; time++) {
      expect(errorOf(await confirm(id, 'vecina120@example.org', from))).toMatchObject({
        status: 429,
        message: expect.stringMatching(
          /^Hoy ya se confirmaron muchas personas .* Vuelve a intentarlo mañana\.$/,
        ),
      });
    }
    expect((await confirm(id, 'vecina3@example.org', from)).statusCode).toBe(409);
    expect((await confirm(id, 'vecina120@example.org', origin())).statusCode).toBe(201);
    const other = await anActivity(db);
    for (let index = 121; index < 201; index++) {
      expect((await confirm(other.id, `vecina${index}@example.org`, from)).statusCode).toBe(201);
    }
    expect((await confirm((await anActivity(db)).id, 'vecina201@example.org', from)).statusCode).toBe(429);
  });

  it('that are registered already are told ten times a day, and those who are new still confirm', async () => {
    const from = origin();
    const { id } = await anActivity(db);
    const emails = Array.from({ length: 12 }, (_, index) => `registrada${index}@example.org`);
    for (const email of emails) await confirm(id, email, origin());
    const statuses: number[] = [];
    for (const email of emails) statuses.push((await confirm(id, email, from)).statusCode);
    expect(statuses).toEqual([...Array(10).fill(409), 429, 429]);
    expect((await confirm(id, 'nueva@example.org', from)).statusCode).toBe(201);
  });

  it('do not count the organiser’s additions, nor the own addresses of accounts', async () => {
    // Six strangers are its limit in one activity.
    const { inject } = strict;
    const { user, headers } = await signedIn(db);
    const { id: taskId } = await anActivity(db, { ownerId: user.id });
    const [adding, own, strangers] = [origin(), origin(), origin()];
    const call = async (email: string, remoteAddress: string, caller: Headers = {}) => {
      const payload = { taskId, name: `Ana ${email.split('@')[0]?.replaceAll(/\W/g, ' ')}`, email };
      const url = '/api/attendances/confirm';
      const reply = await inject({ method: 'POST', url, payload, headers: caller, remoteAddress });
      return reply.statusCode;
    };
    for (let index = 0; index < 8; index++) {
      expect(await call(`lista${index}@example.org`, adding, headers)).toBe(201);
      const account = await signedIn(db);
      expect(await call(account.user.email, own, account.headers)).toBe(201);
      expect(await call(`vecino${index}@example.org`, strangers)).toBe(index < 6 ? 201 : 429);
    }
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

describe('an organiser', () => {
  const calls = attendanceCalls(app);
  const spades = { kind: 'thing', name: 'Palas', quantity: 4 };
  const facts = { title: 'Siembra', date: '2026-12-05T14:00:00.000Z' };
  const nameOf = (email: string) => `Persona ${email.split('@')[0]?.replaceAll(/\W/g, ' ')}`;
  const publish = async (headers: Headers, fields: object = {}) => {
    const reply = await calls.send('POST', '/tasks', { ...facts, ...fields }, headers);
    expect(reply.statusCode).toBe(201);
    return reply.json() as { _id: string; needs: { _id: string }[] };
  };
  const receivedBy = async (email: string) =>
    (await admittedTo(app.platform, email)).map(({ subject }) => subject);
  const afterAnHour = async () => {
    app.setNow(new Date(NOON.getTime() + HOUR_MS));
    await app.platform.mailer.sendHeld();
  };

  it('who sets a person’s claims and releases them in turn tells it once', async () => {
    const { headers } = await signedIn(db);
    const { _id: id, needs } = await publish(headers, { needs: [spades] });
    const needId = needs[0]?._id ?? '';
    const claims = (quantity: number) => [{ needId, quantity }];
    const email = 'palas@example.org';
    const person = await confirm(id, email, origin());
    const attendanceId = person.json()._id;
    const by = cookieOf(person);
    const claim = (quantity: number, who: Headers, selector: object = {}) =>
      calls.send('PUT', `/attendances/claims/${id}`, { claims: claims(quantity), ...selector }, who);
    const need = (quantity: number) =>
      calls.send(
        'PUT',
        `/tasks/${id}`,
        { ...facts, needs: [{ ...spades, _id: needId, quantity }], releaseClaims: true },
        headers,
      );
    expect((await claim(4, by)).statusCode).toBe(200);
    for (let turn = 0; turn < 20; turn++) {
      expect((await need(1)).statusCode).toBe(200);
      expect((await need(4)).statusCode).toBe(200);
      expect((await claim(4, headers, { attendanceId })).statusCode).toBe(200);
    }
    const subject = `Cambió lo que se necesita en una actividad${WHEN}`;
    const sent = async () => (await admittedTo(app.platform, email)).filter(mail => mail.subject === subject);
    expect(await sent()).toMatchObject([
      { text: expect.stringContaining('Ayudas o llevas ahora: «Palas».') },
    ]);
    // The attendee chooses again, so that the next release is mailed even if the same claims remain.
    await claim(4, by);
    await need(1);
    expect(await sent()).toHaveLength(2);
    // Each release leaves different claims, but the address gets only one more e-mail, and after an hour the batched e-mail with
    // the latest state.
    for (const quantity of [3, 2, 1, 3, 2]) {
      await need(4);
      await claim(4, headers, { attendanceId });
      await need(quantity);
    }
    expect(await sent()).toHaveLength(3);
    await afterAnHour();
    expect((await sent()).at(-1)).toMatchObject({
      kind: 'overflowEmail',
      text: expect.stringContaining('Ayudas o llevas ahora: 2 de «Palas».'),
    });
    expect(await sent()).toHaveLength(4);
  });

  it('who moves the date on and on has people asked once a day whether they come', async () => {
    const { user, headers } = await signedIn(db);
    const start = NOON.getTime() + DAY_MS;
    const values = { ownerId: user.id, date: new Date(start), asksAgain: true };
    const activity = await anActivity(db, values);
    const early = { createdAt: new Date(NOON.getTime() - 3 * DAY_MS) };
    const account = await aUser(db);
    const { email } = await anAttendance(db, { activityId: activity.id, ...early, email: account.email });
    const { title, description, responsible, place } = activity;
    const evening = NOON.getTime() + 6 * HOUR_MS;
    for (let move = 0; move < 9; move++) {
      app.setNow(new Date(evening + move * 5_000));
      const date = new Date(start + (move % 3) * HOUR_MS).toISOString();
      await edit(activity.id, { title, description, responsible, place, date }, headers);
      await pollReconfirmations(app.platform);
    }
    expect(await receivedBy(email ?? '')).toEqual([
      '¿Sigues viniendo? Cuéntanos hoy · dom 22 nov, 12:00 p. m.',
    ]);
    const bell = and(eq(notifications.userId, account.id), eq(notifications.title, '¿Sigues viniendo?'));
    expect(await db.$count(notifications, bell)).toBe(1);
  });

  it('who writes sixty messages, and publishes what a search finds at once, fills no mailbox', async () => {
    const { headers } = await signedIn(db);
    const { user, headers: own } = await signedIn(db);
    const search = { filters: { q: 'siembra' }, mail: 'inmediato' };
    expect((await calls.send('POST', '/saved-searches', search, own)).statusCode).toBe(201);
    const texts: string[] = [];
    for (let activity = 0; activity < 4; activity++) {
      const { _id: id } = await publish(headers);
      await confirm(id, user.email, origin(), own);
      for (let message = 0; message < 5; message++) {
        const text = `Mensaje ${activity}.${message} de hoy`;
        texts.push(text);
        const sent = { subject: `Aviso ${activity}.${message}`, text, to: 'all' };
        expect((await calls.send('POST', `/tasks/${id}/messages`, sent, headers)).statusCode).toBe(202);
      }
      await processDue(app.platform, [followerNews, followerDigests]);
      await pollNotifications(app.platform);
    }
    const confirmations = 4;
    expect(await receivedBy(user.email)).toHaveLength(confirmations + 12);
    await afterAnHour();
    const all = await admittedTo(app.platform, user.email);
    expect(all).toHaveLength(confirmations + 12 + 1);
    const everything = all.map(({ text }) => text).join(' ');
    for (const text of texts) expect(everything).toContain(text);
  });

  it('counts the spellings of a mailbox at Gmail as one', async () => {
    const from = origin();
    const variants = ['victima', 'v.ictima', 'vi.ctima', 'vic.tima', 'vict.ima', 'v.i.c.t.i.m.a'];
    const statuses: number[] = [];
    for (let number = 0; number < 12; number++) {
      const spelled = `${variants[number % 6]}${number < 6 ? '' : `+${number}`}@gmail.com`;
      statuses.push((await confirm((await anActivity(db)).id, spelled, from)).statusCode);
    }
    expect(statuses).toEqual([...Array(EMAILS_MAX).fill(201), 429, 429]);
  });

  it('adds a limited number of different addresses a day, in whatever way', async () => {
    const { user, headers } = await signedIn(db);
    const [one, other] = [
      await anActivity(db, { ownerId: user.id }),
      await anActivity(db, { ownerId: user.id }),
    ];
    const participants = await Promise.all(
      [0, 1].map(() => anAttendance(db, { activityId: other.id, email: null, name: `Sin correo ${v7()}` })),
    );
    const ways: ((email: string) => Promise<{ statusCode: number }>)[] = [
      email =>
        strict.inject({
          method: 'POST',
          url: '/api/attendances/confirm',
          headers,
          remoteAddress: origin(),
          payload: { taskId: one.id, name: nameOf(email), email },
        }),
      email =>
        strict.inject({
          method: 'PUT',
          url: `/api/attendances/${participants[1]?.id}`,
          headers,
          payload: { name: nameOf(email), email },
          remoteAddress: origin(),
        }),
      email =>
        strict.inject({
          method: 'POST',
          url: `/api/tasks/${one.id}/organizers`,
          headers,
          payload: { email, role: 'organizer' },
        }),
    ];
    const [add, change, invite] = ways;
    for (let number = 0; number < 13; number++)
      expect((await add?.(`nueva${number}@example.org`))?.statusCode).toBe(201);
    expect((await invite?.('invitada@example.org'))?.statusCode).toBe(201);
    expect((await change?.('cambiada@example.org'))?.statusCode).toBe(200);
    const before = [await db.$count(attendances), await db.$count(mails)];
    for (const way of [add, change]) {
      const refused = await way?.('otra.mas@example.org');
      expect(refused).toMatchObject({ statusCode: 429, headers: { 'retry-after': expect.any(String) } });
      expect(errorOf(refused as never)).toMatchObject({
        message: expect.stringMatching(
          /^Hoy ya agregaste a muchas personas por correo\. Vuelve a intentarlo mañana/,
        ),
      });
    }
    expect([await db.$count(attendances), await db.$count(mails)]).toEqual(before);
  });

  it('of a held activity mails none of its text to people; when it is approved, they hear of it', async () => {
    const { user, headers } = await signedIn(db);
    const title = 'Casino barato';
    const held = { status: 'held', holdKind: 'word', holdTerm: 'casino' } as const;
    const { id } = await anActivity(db, { ownerId: user.id, title, place: title });
    const early = (await confirm(id, 'antes@example.org', origin())).json();
    await app.platform.mailer.decide();
    await db.update(mails).set({ sentAt: NOON }).where(eq(mails.recipient, 'antes@example.org'));
    await db.update(activities).set(held).where(eq(activities.id, id));
    // The order of e-mails within a minute is undefined, since the ids of some of them are random.
    at(1);
    const [added, invited] = ['agregada@example.org', 'invitada.dos@example.org'];
    expect((await confirm(id, added, origin(), headers)).statusCode).toBe(201);
    expect((await confirm(id, 'quitada@example.org', origin(), headers)).statusCode).toBe(201);
    const rows = await calls.listed(id, headers);
    const removed = rows.find((row: { email: string }) => row.email === 'quitada@example.org');
    for (const gone of [removed._id, early._id])
      await app.inject({ method: 'DELETE', url: `/api/attendances/${gone}`, headers });
    const invitation = { email: invited, role: 'organizer' };
    await calls.send('POST', `/tasks/${id}/organizers`, invitation, headers);
    const message = { subject: title, text: title, to: 'all' };
    expect((await calls.send('POST', `/tasks/${id}/messages`, message, headers)).statusCode).toBe(409);
    await pollNotifications(app.platform);
    expect(await receivedBy(added)).toEqual([]);
    // An attendee who was added and removed while the activity was held gets no e-mail.
    expect(await receivedBy('quitada@example.org')).toEqual([]);
    // An attendee who was notified before the activity was held is notified of the removal.
    const [, end] = await admittedTo(app.platform, 'antes@example.org');
    expect(end?.subject).toBe(`Ya no estás en la lista de una actividad${WHEN}`);
    expect(end?.text).not.toContain('asino');
    const [letter] = await admittedTo(app.platform, invited);
    expect(letter?.text).not.toContain('asino');
    expect(await receivedBy(invited)).toEqual([`Te invitan a organizar una actividad${WHEN}`]);
    await db
      .update(activities)
      .set({ status: 'approved', holdKind: null, holdTerm: null })
      .where(eq(activities.id, id));
    await app.platform.mailer.sendHeld();
    expect(await receivedBy(added)).toEqual([`Te agregaron a una actividad${WHEN}`]);
    expect(await receivedBy('quitada@example.org')).toEqual([]);
  });
});
