import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, anAttendance, aUser, aVisit, signedIn } from '../../../test/factories.ts';
import { emailsTo, mailedToken } from '../../../test/sent-emails.ts';
import { attendances } from '../attendance/schema.ts';
import { announcementRecipients } from './announcement-schema.ts';
import { closeChanges } from './change-service.ts';
import { fanOut } from './fan-out-service.ts';
import { pollNotifications } from './jobs.ts';

const app = await testApp();
const { db } = app.platform;
const DAY_MS = 24 * 60 * 60_000;
const after = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);
const pollAt = (now: Date) => {
  app.setNow(now);
  return pollNotifications(app.platform);
};

/** An activity with its organiser and a visitor's attendance, and an edit of its date. */
async function organised() {
  const { user, headers } = await signedIn(db);
  const activity = await anActivity(db, { ownerId: user.id });
  const visit = await aVisit(db, { activityId: activity.id });
  const { title, description, responsible, place } = activity;
  const url = `/api/tasks/${activity.id}`;
  const date = new Date(activity.date.getTime() + DAY_MS).toISOString();
  const payload = { title, description, place, responsible, date };
  const edit = () => app.inject({ method: 'PUT', url, headers, payload });
  const remove = () => app.inject({ method: 'DELETE', url, headers });
  const cancel = (token: string) =>
    app.inject({ method: 'DELETE', url: `/api/attendances/cancel/${activity.id}`, payload: { token } });
  return { activity, headers, visit, edit, remove, cancel };
}

const textTo = async (email: string) => (await emailsTo(db, email)).at(-1)?.text;

beforeEach(() => app.setNow(NOON));

it('a visitor cancels by the link of the e-mail about a change', async () => {
  const { visit, edit, cancel } = await organised();
  expect((await edit()).statusCode).toBe(200);
  await pollAt(after(10));
  // Punctuation after the link would become part of it in mail programs that detect links in text.
  expect(await textTo(visit.email)).toMatch(/¿Ya no puedes ir\? .* http\S+\?token=[\w-]{43} /);
  const token = await mailedToken(db, visit.email, 'attendance');
  expect(token).not.toBe(visit.token);
  expect((await cancel(token)).statusCode).toBe(200);
  expect(await db.$count(attendances, eq(attendances.id, visit.attendance.id))).toBe(0);
});

it('each visitor gets a link to the own attendance', async () => {
  const { activity, visit, edit } = await organised();
  const other = await aVisit(db, { activityId: activity.id });
  await edit();
  await pollAt(after(10));
  for (const { email } of [visit, other]) {
    const token = await mailedToken(db, email, 'attendance');
    const reply = await app.inject({ method: 'POST', url: '/api/attendances/personal', payload: { token } });
    expect(reply.json()).toMatchObject({ email });
  }
});

it('an account gets no link, signed in or not when it confirmed', async () => {
  const { activity, edit } = await organised();
  const [signed, signedOut] = [await aUser(db), await aUser(db)];
  await anAttendance(db, { activityId: activity.id, userId: signed.id, email: signed.email });
  await anAttendance(db, { activityId: activity.id, email: signedOut.email });
  await edit();
  await pollAt(after(10));
  for (const { email } of [signed, signedOut]) {
    expect(await textTo(email)).toContain('Cambió la fecha');
    expect(await textTo(email)).not.toContain('/mi-asistencia');
  }
});

it('the e-mail about a deletion has no link', async () => {
  const { visit, remove } = await organised();
  expect((await remove()).statusCode).toBe(204);
  await pollAt(after(1));
  expect(await textTo(visit.email)).toContain('no se hará');
  expect(await textTo(visit.email)).not.toContain('/mi-asistencia');
});

it('a visitor who cancelled is told of no change, and a replaced address gets no link', async () => {
  const { activity, headers, visit, edit, cancel } = await organised();
  const replaced = await aVisit(db, { activityId: activity.id });
  await edit();
  app.setNow(after(10));
  await closeChanges(app.platform);
  await cancel(visit.token);
  const reply = await app.inject({
    method: 'PUT',
    url: `/api/attendances/${replaced.attendance.id}`,
    headers,
    payload: { name: 'Otra', email: `otra-${replaced.email}` },
  });
  expect(reply.statusCode).toBe(200);
  await fanOut(app.platform);
  const kindsTo = async (email: string) => (await emailsTo(db, email)).map(({ kind }) => kind);
  expect(await kindsTo(visit.email)).toEqual(['cancelledEmail']);
  expect(await kindsTo(replaced.email)).toEqual([]);
  expect(await db.$count(announcementRecipients)).toBe(0);
});
