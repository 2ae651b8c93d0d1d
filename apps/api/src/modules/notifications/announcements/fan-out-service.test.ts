import { eq, inArray } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { bellOf } from '../../../../test/bell.ts';
import { anActivity, anAttendance, aUser, deactivate, signedIn } from '../../../../test/factories.ts';
import { pollNotifications } from '../../../../test/poll-notifications.ts';
import { emailsTo } from '../../../../test/sent-emails.ts';
import { longDate } from '../../../platform/local-time.ts';
import { activities } from '../../activities/schema.ts';
import { attendances } from '../../attendance/schema.ts';

const app = await testApp();
const { db } = app.platform;
const admin = await signedIn(db, { role: 'admin' });
/** The time when a rejection made at noon can no longer be undone. */
const UNDO_OVER = new Date(NOON.getTime() + 15_000);
const remove = (path: string, headers: Record<string, string>) =>
  app.inject({ method: 'DELETE', url: `/api/${path}`, headers });

beforeEach(() => app.setNow(NOON));

/** An activity with two attendees: an account and a visitor. */
async function organised(date = new Date(NOON.getTime() + 10 * 24 * 3_600_000)) {
  const owner = await signedIn(db);
  const activity = await anActivity(db, { ownerId: owner.user.id, title: 'Olla www.estafa.example', date });
  const user = await aUser(db);
  const account = await anAttendance(db, { activityId: activity.id, userId: user.id, email: user.email });
  const visitor = await anAttendance(db, { activityId: activity.id });
  const emails = { user: user.email, visitor: visitor.email ?? '' };
  return { owner, activity, user, account, visitor, emails };
}

it('the attendees of a rejected activity are notified once by e-mail and bell, without the reason', async () => {
  const { activity, user, emails, owner } = await organised();
  const url = `/api/admin-panel/activities/${activity.id}/reject`;
  const payload = { reason: 'Motivo interno' };
  expect((await app.inject({ method: 'PATCH', url, payload, headers: admin.headers })).statusCode).toBe(200);
  app.setNow(UNDO_OVER);
  await pollNotifications(app.platform);
  await pollNotifications(app.platform);
  expect(await bellOf(db, user.id)).toMatchObject([
    { type: 'deletion', title: 'Se retiró una actividad a la que ibas a asistir' },
  ]);
  for (const email of [emails.user, emails.visitor]) {
    const [mail, ...others] = await emailsTo(db, email);
    expect([mail?.subject, others]).toEqual([
      'Se retiró una actividad a la que ibas · mar 1 dic, 12:00 p. m.',
      [],
    ]);
    expect(mail?.text).toContain('ya no está publicada');
    expect(mail?.text).toContain(longDate(activity.date, 'America/Bogota'));
    expect(mail?.text).not.toContain('Motivo interno');
    // The e-mail must not contain rejected text.
    expect(mail?.text).not.toContain('estafa');
  }
  expect((await bellOf(db, owner.user.id)).map(({ type }) => type)).toEqual(['rejection']);
});

it('the attendees of a past rejected activity are not notified', async () => {
  const { activity, user, emails } = await organised(new Date(NOON.getTime() - 1));
  const url = `/api/admin-panel/activities/${activity.id}/reject`;
  await app.inject({ method: 'PATCH', url, payload: { reason: 'Vieja' }, headers: admin.headers });
  app.setNow(UNDO_OVER);
  await pollNotifications(app.platform);
  expect([await bellOf(db, user.id), await emailsTo(db, emails.visitor)]).toEqual([[], []]);
});

/** Creates a past activity with confirmed hours of the account and the visitor, and without hours of a third attendee. */
async function helped() {
  const past = await organised(new Date(NOON.getTime() - 3 * 24 * 3_600_000));
  const isHelper = inArray(attendances.id, [past.account.id, past.visitor.id]);
  await db.update(attendances).set({ checkedInAt: past.activity.date, hours: 3 }).where(isHelper);
  const other = await anAttendance(db, { activityId: past.activity.id });
  return { ...past, other };
}

const hoursOf = (
  { activity, owner }: Awaited<ReturnType<typeof helped>>,
  hours: number,
  except: object[] = [],
) =>
  app.inject({
    method: 'PUT',
    url: `/api/attendances/${activity.id}/hours`,
    payload: { hours, except },
    headers: owner.headers,
  });
/** The time when corrections made at noon are announced. */
const CORRECTED = new Date(NOON.getTime() + 10 * 60_000);

const LOST = 'Ya no cuentan unas horas tuyas';
const ASK_ORGANISER = 'Si crees que es un error, pregúntale a quien organizó la actividad.';
const ASK_ADMINISTRATION = 'Si crees que es un error, habla con quien administra Minga.';

it.each([
  [
    'a rejection',
    'retiró',
    ASK_ADMINISTRATION,
    async ({ activity }) => {
      const url = `/api/admin-panel/activities/${activity.id}/reject`;
      await app.inject({ method: 'PATCH', url, payload: { reason: 'Vieja' }, headers: admin.headers });
    },
  ],
  [
    'the organiser',
    'te quitó de la lista',
    ASK_ORGANISER,
    async ({ owner, account, visitor, other }) => {
      for (const { id } of [account, visitor, other]) await remove(`attendances/${id}`, owner.headers);
    },
  ],
  [
    'undone check-ins',
    'quitó las horas que te había confirmado',
    ASK_ORGANISER,
    async ({ owner, account, visitor }) => {
      for (const { id } of [account, visitor]) await remove(`attendances/${id}/check-in`, owner.headers);
    },
  ],
  [
    'corrections to none, of which the first left some',
    'quitó las horas que te había confirmado',
    ASK_ORGANISER,
    async past => {
      await hoursOf(past, 2);
      await hoursOf(
        past,
        1,
        [past.account, past.visitor].map(({ id: attendanceId }) => ({ attendanceId, hours: 0 })),
      );
    },
  ],
  [
    'other people in their places',
    'quitó las horas que te había confirmado',
    ASK_ORGANISER,
    async ({ owner, account, visitor }) => {
      for (const { id } of [account, visitor]) {
        const payload = { name: `Otra ${id}`, email: `otra.${id}@example.org` };
        await app.inject({ method: 'PUT', url: `/api/attendances/${id}`, payload, headers: owner.headers });
      }
    },
  ],
  [
    'an administrator',
    'Quien administra Minga te quitó',
    ASK_ADMINISTRATION,
    async ({ account, visitor, other }) => {
      for (const { id } of [account, visitor, other])
        await remove(`admin-panel/attendances/${id}`, admin.headers);
    },
  ],
] as [string, string, string, (past: Awaited<ReturnType<typeof helped>>) => Promise<void>][])(
  'attendees whose confirmed hours are taken by %s are notified once, the others are not',
  async (_, why, advice, take) => {
    const past = await helped();
    await take(past);
    app.setNow(CORRECTED);
    await pollNotifications(app.platform);
    await pollNotifications(app.platform);
    const bell = await bellOf(db, past.user.id);
    expect(bell.map(({ title }) => title)).toEqual([LOST]);
    expect(bell[0]?.message.endsWith(` ${advice}`)).toBe(true);
    for (const email of [past.emails.user, past.emails.visitor]) {
      const [mail, ...others] = await emailsTo(db, email);
      expect([mail?.subject.startsWith('Ya no cuentan'), others, mail?.attachments ?? []]).toEqual([
        true,
        [],
        [],
      ]);
      expect(mail?.text).toContain('Tus horas de ese día ya no cuentan');
      expect(mail?.text).toContain(why);
      expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(advice);
      // Visitors have no page «Mis horas».
      const hasAccount = email === past.emails.user;
      expect(['«Mis horas»', '/mis-horas', '/actividades'].map(part => mail?.text.includes(part))).toEqual([
        hasAccount,
        hasAccount,
        !hasAccount,
      ]);
    }
    expect(await emailsTo(db, past.other.email ?? '')).toEqual([]);
  },
);

it.each([
  ['is deactivated', ({ owner }) => deactivate(db, owner.user.id)],
  [
    'activity is hidden',
    ({ activity }) =>
      db
        .update(activities)
        .set({ status: 'rejected', rejectionReason: 'No' })
        .where(eq(activities.id, activity.id)),
  ],
  ['activity is deleted', ({ activity }) => db.delete(activities).where(eq(activities.id, activity.id))],
] as [string, (past: Awaited<ReturnType<typeof helped>>) => Promise<unknown>][])(
  'attendees who lost hours are not sent to an organiser whose account or %s since',
  async (_, leave) => {
    const past = await helped();
    for (const { id } of [past.account, past.visitor]) await remove(`attendances/${id}`, past.owner.headers);
    await leave(past);
    app.setNow(CORRECTED);
    await pollNotifications(app.platform);
    const [bell] = await bellOf(db, past.user.id);
    const texts = [bell?.message, ...(await emailsTo(db, past.emails.visitor)).map(({ text }) => text)];
    expect(texts).toHaveLength(2);
    for (const text of texts) {
      expect(text).toContain('La actividad ya no tiene página ni a quién preguntarle.');
      expect(text).toContain(ASK_ADMINISTRATION);
    }
  },
);

it('a correction that leaves some hours is told in the bell and by e-mail', async () => {
  const past = await helped();
  await hoursOf(past, 1);
  app.setNow(CORRECTED);
  await pollNotifications(app.platform);
  const bell = await bellOf(db, past.user.id);
  expect(bell).toMatchObject([{ title: LOST, type: 'deletion' }]);
  expect(bell[0]?.message).toContain('corrigió tus horas: ahora cuentan menos.');
  expect(bell[0]?.message.endsWith(` ${ASK_ORGANISER}`)).toBe(true);
  for (const email of [past.emails.user, past.emails.visitor]) {
    const [mail, ...others] = await emailsTo(db, email);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('corrigió las horas que te había confirmado: ahora cuentan menos');
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(ASK_ORGANISER);
  }
});

it('corrections of ten minutes are told once, and not at all if the hours came back', async () => {
  const past = await helped();
  const toAccount = (hours: number) =>
    hoursOf(past, 3, [
      { attendanceId: past.visitor.id, hours: 2 },
      { attendanceId: past.account.id, hours },
    ]);
  await toAccount(1);
  await toAccount(3);
  app.setNow(CORRECTED);
  await pollNotifications(app.platform);
  expect(await bellOf(db, past.user.id)).toEqual([]);
  const [mail, ...others] = await emailsTo(db, past.emails.visitor);
  expect([mail?.subject, others]).toEqual([expect.stringMatching(new RegExp(`^${LOST} · `)), []]);
  expect(mail?.text).toContain('corrigió las horas que te había confirmado: ahora cuentan menos');
  expect(mail?.text).toContain('en tu enlace personal ves las que quedan');
  await hoursOf(past, 4);
  app.setNow(new Date(CORRECTED.getTime() + 20 * 60_000));
  await pollNotifications(app.platform);
  expect((await emailsTo(db, past.emails.visitor)).length).toBe(1);
});

it('an attendee whom the organiser removes is notified; the organiser is not', async () => {
  const { owner, user, account, visitor, emails } = await organised();
  for (const { id } of [account, visitor]) {
    expect((await remove(`attendances/${id}`, owner.headers)).statusCode).toBe(204);
  }
  await pollNotifications(app.platform);
  expect(await bellOf(db, user.id)).toMatchObject([
    { message: expect.stringMatching(/^Quien organiza «Olla.*» te quitó|^Quien organiza «Olla.*te quitó/) },
  ]);
  expect((await emailsTo(db, emails.user)).map(({ subject }) => subject)).toEqual([
    'Ya no estás en la lista: Olla www . estafa . example · mar 1 dic, 12:00 p. m.',
  ]);
  const [toVisitor] = await emailsTo(db, emails.visitor);
  expect(toVisitor?.subject).toBe('Ya no estás en la lista de una actividad · mar 1 dic, 12:00 p. m.');
  expect(toVisitor?.text).toContain('te quitó de la lista de participantes');
  expect(await bellOf(db, owner.user.id)).toEqual([]);
});

/** Transfers an attendance to another person. */
const replace = (id: string, headers: Record<string, string>, email = `otra.${id}@example.org`) =>
  app.inject({
    method: 'PUT',
    url: `/api/attendances/${id}`,
    payload: { name: `Otra ${id}`, email },
    headers,
  });

it('an attendee whose place another person gets is notified once, with the file that takes the entry away', async () => {
  const { owner, user, account, visitor, emails } = await organised();
  for (const { id } of [account, visitor]) expect((await replace(id, owner.headers)).statusCode).toBe(200);
  await pollNotifications(app.platform);
  await pollNotifications(app.platform);
  expect((await bellOf(db, user.id)).map(({ message }) => message)).toEqual([
    expect.stringMatching(/te quitó de la lista/),
  ]);
  for (const email of [emails.user, emails.visitor]) {
    const [mail, ...others] = await emailsTo(db, email);
    expect([mail?.kind, others]).toEqual(['endEmail', []]);
    expect(mail?.text).toContain('te quitó de la lista de participantes');
    expect(JSON.stringify(mail?.attachments)).toContain('CANCEL');
  }
  const toNew = await emailsTo(db, `otra.${account.id}@example.org`);
  expect(toNew.map(({ kind }) => kind)).toEqual(['addedEmail']);
  expect(await bellOf(db, owner.user.id)).toEqual([]);
});

it('a place that goes back before the notification, of the owner, or of the past is not told', async () => {
  const { owner, activity, user, account, emails } = await organised();
  await replace(account.id, owner.headers);
  await replace(account.id, owner.headers, emails.user);
  const own = await anAttendance(db, { activityId: activity.id, email: owner.user.email });
  await replace(own.id, owner.headers);
  const past = await organised(new Date(NOON.getTime() - 3 * 24 * 3_600_000));
  await replace(past.visitor.id, past.owner.headers);
  await pollNotifications(app.platform);
  expect(await bellOf(db, user.id)).toEqual([]);
  const told = [...(await emailsTo(db, owner.user.email)), ...(await emailsTo(db, past.emails.visitor))];
  expect(told).toEqual([]);
  expect((await emailsTo(db, emails.user)).map(({ kind }) => kind)).toEqual(['addedEmail']);
});

it('an attendee whom an administrator removes is notified, and the organiser reads who removed them', async () => {
  const { owner, activity, user, account, visitor, emails } = await organised();
  for (const { id } of [account, visitor]) {
    expect((await remove(`admin-panel/attendances/${id}`, admin.headers)).statusCode).toBe(204);
  }
  await pollNotifications(app.platform);
  expect((await bellOf(db, user.id))[0]?.message).toMatch(/^Quien administra Minga te quitó de la lista/);
  expect((await emailsTo(db, emails.visitor))[0]?.text).toContain('Quien administra Minga te quitó');
  const toOwner = await bellOf(db, owner.user.id);
  expect(toOwner.map(({ message }) => message)).toContain(
    `Quien administra Minga quitó a ${visitor.name} de la lista de «${activity.title}».`,
  );
  const [digest] = await emailsTo(db, owner.user.email);
  expect(digest?.text).toContain('Quien administra Minga quitó de la lista a');
  expect(digest?.text).not.toContain('Ya no asistirán');
});

it('an attendee who cancels is not notified of a removal', async () => {
  const { activity, emails } = await organised();
  const member = await signedIn(db);
  await anAttendance(db, { activityId: activity.id, userId: member.user.id, email: member.user.email });
  const reply = await app.inject({
    method: 'DELETE',
    url: `/api/attendances/cancel/${activity.id}`,
    payload: { email: member.user.email },
    headers: member.headers,
  });
  expect(reply.statusCode).toBe(200);
  await pollNotifications(app.platform);
  const told = (await emailsTo(db, member.user.email)).map(({ kind }) => kind);
  expect([await bellOf(db, member.user.id), told]).toEqual([[], ['cancelledEmail']]);
  expect(await emailsTo(db, emails.visitor)).toEqual([]);
});
