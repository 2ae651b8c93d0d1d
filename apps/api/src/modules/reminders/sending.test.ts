import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { aReminder } from '../../../test/factories.ts';
import { before, createReminderFixture, DATE } from '../../../test/reminder-fixture.ts';
import { emailsTo, mailedToken } from '../../../test/sent-emails.ts';
import { sweepReminders } from './jobs.ts';
import { reminders } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
const { notificationsOf, change, attendeeWithReminder, visitorWithReminder, pollAt } =
  createReminderFixture(app);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

beforeEach(async () => {
  app.setNow(NOON);
  await db.delete(reminders);
});

describe('a reminder', () => {
  it('is sent when due, not a millisecond before, as one e-mail and one notification', async () => {
    const { activity, user, countDelivered } = await attendeeWithReminder({ daysBefore: 3 });
    await pollAt(before(3, -1));
    expect(await countDelivered()).toEqual([0, 0]);
    await pollAt(before(3));
    await pollAt(before(3, MINUTE_MS));
    expect(await countDelivered()).toEqual([1, 1]);
    const [notification] = await notificationsOf(user.id);
    expect(notification).toMatchObject({
      type: 'reminder',
      title: 'Recordatorio de actividad',
      taskId: activity.id,
      createdAt: before(3),
      deliveredAt: null,
      readAt: null,
    });
    expect(notification?.message).toMatch(
      new RegExp(`^«${activity.title}» es el .*5 de diciembre.*, en Parque Caldas\\.$`),
    );
    const [mail] = await emailsTo(db, user.email);
    expect(mail?.subject).toBe(`Recordatorio: ${activity.title}`);
    for (const part of ['5 de diciembre', 'Parque Caldas', `/actividades/${activity.id}`]) {
      expect(mail?.text).toContain(part);
    }
    expect(mail?.text).not.toContain('/mi-asistencia');
    expect(mail?.unsubscribeUrl).toMatch(/^http:\/\/localhost:3000\/dejar-correos\?token=[\w-]{43}$/);
    expect(mail?.text).toContain(mail?.unsubscribeUrl);
  });

  it('has the calendar file of the activity attached', async () => {
    const { activity, user } = await attendeeWithReminder();
    await change(activity.id, { endDate: before(0, 2 * 60 * MINUTE_MS), directions: 'La casa azul' });
    await pollAt(before(1));
    const [mail] = await emailsTo(db, user.email);
    for (const part of ['hasta las 11:00', 'La casa azul']) expect(mail?.text).toContain(part);
    const page = await app.inject(`/actividades/${activity.id}.ics`);
    expect(mail?.attachments.filter(({ contentId }) => contentId === undefined)).toEqual([
      {
        name: `${activity.title.toLowerCase().replace(' ', '-')}.ics`,
        type: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: page.body,
      },
    ]);
  });

  it('is sent to an owner who does not attend', async () => {
    const { userId } = await aReminder(db);
    await pollAt(before(1));
    expect(await notificationsOf(userId ?? '')).toHaveLength(1);
  });

  it('is sent to a visitor by e-mail, with a link that shows and cancels the attendance', async () => {
    const { email, activityId } = await visitorWithReminder();
    await pollAt(before(1));
    expect(await emailsTo(db, email)).toHaveLength(1);
    const token = await mailedToken(db, email, 'attendance');
    const url = `/api/attendances/cancel/${activityId}`;
    const reply = await app.inject({ method: 'DELETE', url, payload: { token } });
    expect(reply.statusCode).toBe(200);
  });

  it('is sent at once if already due, and late if missed, but only before the activity', async () => {
    const late = await attendeeWithReminder({ daysBefore: 30 });
    await pollAt(NOON);
    expect(await late.countDelivered()).toEqual([1, 1]);
    const missed = await attendeeWithReminder({ daysBefore: 3 });
    await pollAt(DATE);
    expect(await missed.countDelivered()).toEqual([1, 1]);
    const unsent = await attendeeWithReminder({ daysBefore: 3 });
    await pollAt(new Date(DATE.getTime() + 1));
    expect(await unsent.countDelivered()).toEqual([0, 0]);
  });
});

it('a clock set forward and back sends nothing twice', async () => {
  const { countDelivered } = await attendeeWithReminder();
  for (const now of [before(0, -MINUTE_MS), NOON, before(2), before(1), before(0, -MINUTE_MS), before(9)]) {
    await pollAt(now);
  }
  expect(await countDelivered()).toEqual([1, 1]);
});

it('reminders of activities past for a week are dropped, and resumed when the date changes', async () => {
  const { activity, reminder, countDelivered } = await attendeeWithReminder();
  await pollAt(NOON);
  const isPending = async () =>
    (await db.select().from(reminders).where(eq(reminders.id, reminder.id)))[0]?.isPending;
  app.setNow(before(-7));
  await sweepReminders(app.platform);
  expect(await isPending()).toBe(true);
  app.setNow(before(-7, 1));
  await sweepReminders(app.platform);
  expect(await isPending()).toBe(false);
  await change(activity.id, { date: new Date(DATE.getTime() + 8 * DAY_MS) });
  await pollAt(before(-7, MINUTE_MS));
  expect(await countDelivered()).toEqual([1, 1]);
});
