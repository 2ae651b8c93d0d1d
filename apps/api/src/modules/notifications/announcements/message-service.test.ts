import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApps } from '../../../../test/app.ts';
import { bellOf } from '../../../../test/bell.ts';
import { anActivity, anAttendance, aUser, aVisit, deactivate, signedIn } from '../../../../test/factories.ts';
import { pollNotifications } from '../../../../test/poll-notifications.ts';
import { concurrently, errorOf } from '../../../../test/requests.ts';
import { emailsTo, subjectsTo, WHEN } from '../../../../test/sent-emails.ts';
import { mails } from '../../../platform/mail/schema.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { activities } from '../../activities/schema.ts';
import { insertUnsubscription } from '../preferences/repository.ts';
import {
  activityMessages,
  announcementRecipients,
  announcements,
  notificationPreferences,
  notifications,
} from '../schema.ts';

// Two app processes share one database with a third, which has the default rate limits.
const {
  apps: [here, there, limited],
  db,
  setNow,
} = await testApps({}, {}, { RATE_LIMIT_FACTOR: '1' });
type Headers = Record<string, string>;

const MINUTE_MS = 60_000;
const note = { subject: 'Llueve', text: 'Traigan capa.\n\nNos vemos a las 9.', to: 'all' };

beforeEach(async () => {
  setNow(NOON);
  for (const table of [announcementRecipients, announcements]) await db.delete(table);
});

const poll = () => Promise.all([pollNotifications(here.platform), pollNotifications(there.platform)]);

/** The expected response to a message. One attendee of `organised` has no e-mail address. */
const reached = (recipients: number, unreached: object = {}) => ({
  recipients,
  unreached: { unsubscribed: 0, withoutEmail: 1, unconfirmed: 0, ...unreached },
});

/** Creates an activity of 'Nubia' with an account, a visitor, a waiting visitor and an attendee without an e-mail address. */
async function organised(values = {}) {
  const owner = await signedIn(db, { username: 'Nubia' });
  const activity = await anActivity(db, { ownerId: owner.user.id, title: 'Siembra', ...values });
  const activityId = activity.id;
  const user = await aUser(db);
  await anAttendance(db, { activityId, userId: user.id, email: user.email });
  const { attendance: visitor, token } = await aVisit(db, { activityId });
  const waiting = await anAttendance(db, { activityId, status: 'waiting', queueNumber: 1 });
  await anAttendance(db, { activityId, email: null });
  const send = (payload: object, headers: Headers = owner.headers, app = here) =>
    app.inject({ method: 'POST', url: `/api/tasks/${activityId}/messages`, headers, payload });
  const sent = async (headers: Headers = owner.headers) =>
    (await here.inject({ url: `/api/tasks/${activityId}/messages`, headers })).json();
  return { owner, activity, activityId, user, visitor, token, waiting, send, sent };
}

describe('POST /tasks/{id}/messages', () => {
  it('sends each person one e-mail of its own, accounts a notification too', async () => {
    const { activityId, user, visitor, waiting, send, sent } = await organised();
    const reply = await send(note);
    expect([reply.statusCode, reply.json()]).toEqual([202, reached(3)]);
    await poll();
    await poll();
    expect(await subjectsTo(db, user.email)).toEqual([`Llueve: Siembra${WHEN}`]);
    // The subject contains no text of other users if the address is unverified.
    const plain = `Mensaje de quien organiza una actividad a la que vas${WHEN}`;
    expect(await subjectsTo(db, visitor.email)).toEqual([plain]);
    expect(await subjectsTo(db, waiting.email)).toEqual([plain]);
    const [mail] = await emailsTo(db, visitor.email ?? '');
    expect(mail?.text).toContain('Traigan capa.');
    expect(mail?.text).toContain('mi-asistencia?token=');
    for (const other of [user.email, waiting.email ?? '']) expect(mail?.html).not.toContain(other);
    expect(await bellOf(db, user.id)).toMatchObject([
      {
        type: 'message',
        title: 'Llueve',
        message: '«Siembra»: Traigan capa.\n\nNos vemos a las 9.',
        taskId: activityId,
      },
    ]);
    expect(await sent()).toMatchObject([{ ...note, sender: 'Nubia', recipients: 3 }]);
  });

  it.each([
    ['confirmed', 2],
    ['waiting', 1],
    ['all', 3],
  ])('to %s goes to %d', async (to, recipients) => {
    const { send } = await organised();
    expect((await send({ ...note, to })).json()).toEqual(
      reached(recipients, { withoutEmail: to === 'waiting' ? 0 : 1 }),
    );
  });

  it('leaves out the organiser, deactivated accounts and those who unsubscribed', async () => {
    const { activityId, owner, user, visitor, send } = await organised();
    await anAttendance(db, { activityId, userId: owner.user.id, email: owner.user.email });
    await deactivate(db, user.id);
    expect((await send(note)).json()).toEqual(reached(2, { unsubscribed: 1 }));
    await poll();
    expect(await subjectsTo(db, owner.user.email)).toEqual([]);
    expect(await subjectsTo(db, user.email)).toEqual([]);
    const [mail] = await emailsTo(db, visitor.email ?? '');
    const token = /dejar-correos\?token=([\w-]+)/.exec(mail?.html ?? '')?.[1];
    const ended = await here.inject({ method: 'POST', url: '/api/notifications/baja', payload: { token } });
    expect(ended.json()).toEqual({ kind: 'messages', hasAccount: false });
    const again = await send({ ...note, subject: 'Otra vez' });
    expect(again.json()).toEqual(reached(1, { unsubscribed: 2 }));
    await poll();
    expect(await subjectsTo(db, visitor.email)).toHaveLength(1);
  });

  it('counts those whom it reaches, by e-mail or in the bell, everywhere alike, and the others by why not', async () => {
    const { activityId, owner, user, visitor, waiting, send, sent } = await organised();
    const other = await aUser(db);
    await anAttendance(db, { activityId, userId: other.id, email: other.email });
    // This attendance belonged to a deleted account.
    await anAttendance(db, { activityId, name: null, email: null });
    const url = `/api/tasks/${activityId}/messages`;
    const { headers } = owner;
    const people = [user, other, visitor, waiting].flatMap(({ email }) => email ?? []);
    let mailedBefore = 0;
    const expectCounts = async (recipients: number, unsubscribed: number, channels: [number, number]) => {
      const counts = (await here.inject({ url: `${url}/recipients`, headers })).json();
      expect([counts.all, counts.unreached.all]).toEqual([
        recipients,
        { unsubscribed, withoutEmail: 1, unconfirmed: 0 },
      ]);
      const preview = await here.inject({ method: 'POST', url: `${url}/preview`, headers, payload: note });
      expect(preview.json()).toMatchObject(reached(recipients, { unsubscribed }));
      const subject = `Aviso ${channels}`;
      expect((await send({ ...note, subject })).json()).toEqual(reached(recipients, { unsubscribed }));
      expect((await sent())[0]).toMatchObject({ subject, ...reached(recipients, { unsubscribed }) });
      const pending = await db.select().from(announcementRecipients);
      expect(pending).toHaveLength(recipients);
      await poll();
      const mailed = await db.$count(mails, inArray(mails.recipient, people));
      const rung = await db.$count(notifications, eq(notifications.title, subject));
      expect([mailed - mailedBefore, rung]).toEqual(channels);
      mailedBefore = mailed;
    };
    await expectCounts(4, 0, [4, 2]);
    const choose = (userId: string, byEmail: boolean, isLive: boolean) =>
      db
        .insert(notificationPreferences)
        .values({ userId, kind: 'messages', byEmail, isLive })
        .onConflictDoUpdate({
          target: [notificationPreferences.userId, notificationPreferences.kind],
          set: { byEmail, isLive },
        });
    await choose(user.id, false, true);
    await choose(other.id, true, false);
    await expectCounts(4, 0, [3, 1]);
    await choose(user.id, false, false);
    for (const { email } of [visitor, other])
      await insertUnsubscription(db, hashToken(email ?? ''), 'messages');
    await expectCounts(1, 3, [1, 0]);
    await insertUnsubscription(db, hashToken(waiting.email ?? ''), 'messages');
    const stored = await db.$count(activityMessages, eq(activityMessages.activityId, activityId));
    expect((await send({ ...note, subject: 'A ninguna' })).json()).toEqual(reached(0, { unsubscribed: 4 }));
    expect(await db.$count(activityMessages, eq(activityMessages.activityId, activityId))).toBe(stored);
  });

  it('the same message again is sent once, also by two requests at once; ten minutes later it is another', async () => {
    const { visitor, send, sent } = await organised();
    const replies = await concurrently(2, number => send(note, undefined, number === 0 ? here : there));
    expect(replies.map(reply => reply.json())).toEqual([reached(3), reached(3)]);
    await poll();
    expect(await subjectsTo(db, visitor.email)).toHaveLength(1);
    here.setNow(new Date(NOON.getTime() + 10 * MINUTE_MS));
    await send(note);
    await poll();
    expect(await subjectsTo(db, visitor.email)).toHaveLength(2);
    expect(await sent()).toHaveLength(2);
  });

  it('is refused after five a day; a repeated one does not count', async () => {
    const { send } = await organised();
    for (let number = 1; number <= 5; number += 1) {
      for (let times = 0; times < 2; times += 1)
        expect((await send({ ...note, subject: `Aviso ${number}` }, undefined, limited)).statusCode).toBe(
          202,
        );
    }
    const sixth = await send({ ...note, subject: 'Aviso 6' }, undefined, limited);
    expect(errorOf(sixth)).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(sixth.json().message).toContain('Hoy ya le escribiste 5 veces');
  });

  it.each([
    ['confirmed', 2],
    ['waiting', 1],
    ['all', 3],
  ] as const)('counts beforehand whom it would go to: %s', async (to, recipients) => {
    const { activityId, owner, user } = await organised();
    const url = `/api/tasks/${activityId}/messages/recipients`;
    const counted = async () => (await here.inject({ url, headers: owner.headers })).json();
    expect((await counted())[to]).toBe(recipients);
    await deactivate(db, user.id);
    expect((await counted())[to]).toBe(to === 'waiting' ? recipients : recipients - 1);
  });

  it('stores nothing if no attendee has an address', async () => {
    const owner = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: owner.user.id });
    await anAttendance(db, { activityId: id, email: null });
    const { headers } = owner;
    const reply = await here.inject({
      method: 'POST',
      url: `/api/tasks/${id}/messages`,
      headers,
      payload: note,
    });
    expect(reply.json()).toEqual(reached(0));
    expect(await db.$count(activityMessages, eq(activityMessages.activityId, id))).toBe(0);
  });

  it('reaches only those who are still on the list', async () => {
    const { activityId, visitor, token, send } = await organised();
    await send(note);
    await here.inject({
      method: 'DELETE',
      url: `/api/attendances/cancel/${activityId}`,
      payload: { token },
    });
    await poll();
    expect(await subjectsTo(db, visitor.email)).toEqual([`Cancelaste tu asistencia a una actividad${WHEN}`]);
  });

  it.each([
    [{ subject: '' }, 'El asunto es requerido'],
    [{ subject: 'x'.repeat(81) }, 'El asunto debe tener como máximo 80 caracteres'],
    [{ text: ' \n ' }, 'El mensaje es requerido'],
    [{ text: 'x'.repeat(2001) }, 'El mensaje debe tener como máximo 2000 caracteres'],
    [{ to: 'everybody' }, 'Indica a quiénes: «confirmed», «waiting» o «all»'],
  ])('refuses %j', async (fields, message) => {
    const { send, sent } = await organised();
    expect(errorOf(await send({ ...note, ...fields }))).toMatchObject({ status: 400, message: [message] });
    expect(await sent()).toEqual([]);
  });

  it('is refused of strangers, and while the activity is rejected', async () => {
    const { activityId, send } = await organised();
    const { headers } = await signedIn(db);
    expect(errorOf(await send(note, headers))).toMatchObject({ status: 403 });
    const rejected = { status: 'rejected' as const, rejectionReason: 'No' };
    await db.update(activities).set(rejected).where(eq(activities.id, activityId));
    expect(errorOf(await send(note))).toMatchObject({ status: 409, code: 'CONFLICT' });
  });
});

it('the preview is the letter with the name left open, and sends nothing', async () => {
  const { activityId, owner, sent } = await organised();
  const { headers } = owner;
  const url = `/api/tasks/${activityId}/messages/preview`;
  const reply = await here.inject({ method: 'POST', url, headers, payload: { ...note, to: 'confirmed' } });
  expect(reply.json()).toMatchObject({ recipients: 2, letter: { subject: `Llueve: Siembra${WHEN}` } });
  for (const part of ['Hola, (su nombre). Nubia, de «Siembra»', 'Traigan capa.\n\nNos vemos a las 9.'])
    expect(reply.json().letter.text).toContain(part);
  expect(await sent()).toEqual([]);
});

it.each([
  ['during the activity it asks whether people can come', 1, 'organiza una actividad a la que vas', true],
  ['after it, it does not', -1, 'organizó una actividad a la que ibas', false],
])('%s', async (_case, minutesLeft, subject, asks) => {
  const endDate = new Date(NOON.getTime() + minutesLeft * MINUTE_MS);
  const { visitor, send } = await organised({ date: new Date(endDate.getTime() - 120 * MINUTE_MS), endDate });
  await send(note);
  await poll();
  const [mail] = await emailsTo(db, visitor.email ?? '');
  expect(mail?.subject).toMatch(
    new RegExp(`^Mensaje de quien ${subject} · sáb 21 nov, \\d+:\\d\\d a\\. m\\.$`),
  );
  expect(mail?.text.includes('¿Ya no puedes ir?')).toBe(asks);
  expect(mail?.text).toContain('mi-asistencia?token=');
});

it('a visitor’s copy has no web address of users that could be pressed', async () => {
  const { visitor, user, send } = await organised();
  await send({ ...note, subject: 'Mira minga.example.com', text: 'Entra a https://malo.example.com ya' });
  await poll();
  const [toVisitor] = await emailsTo(db, visitor.email ?? '');
  expect(toVisitor?.text).not.toContain('https://malo.example.com');
  expect((await emailsTo(db, user.email))[0]?.text).toContain('https://malo.example.com');
});

it('links to known maps and video calls work also in a visitor’s copy', async () => {
  const { visitor, send } = await organised();
  const links = ['https://maps.app.goo.gl/Ab12Cd34', 'https://meet.google.com/abc-defg-hij'];
  await send({ ...note, text: `Llegamos por ${links.join(' y en ')}.` });
  await poll();
  const [mail] = await emailsTo(db, visitor.email ?? '');
  for (const link of links) expect(mail?.text).toContain(link);
});

it.each([
  ['not without the sender’s choice', {}, false],
  ['to the sender’s account by choice', { replyToMe: true }, true],
])('replies go %s', async (_case, choice, isExpected) => {
  const { owner, visitor, user, send, sent } = await organised();
  await send({ ...note, ...choice });
  expect((await sent())[0]).toMatchObject({ replyToMe: 'replyToMe' in choice });
  await poll();
  for (const email of [visitor.email ?? '', user.email]) {
    const [mail] = await emailsTo(db, email);
    expect(mail?.replyTo).toBe(isExpected ? owner.user.email : null);
    expect(mail?.text.includes('Puedes responder a este correo: le llega a Nubia.')).toBe(isExpected);
    expect(mail?.text).not.toContain(owner.user.email);
  }
});

it('a message goes with its activity', async () => {
  const { activityId, owner, send } = await organised();
  await send(note);
  await here.inject({ method: 'DELETE', url: `/api/tasks/${activityId}`, headers: owner.headers });
  expect(await db.$count(activityMessages, eq(activityMessages.activityId, activityId))).toBe(0);
  expect(await db.$count(announcements, eq(announcements.type, 'message'))).toBe(0);
});
