import { eq } from 'drizzle-orm';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import {
  anActivity,
  anAttendance,
  aReminder,
  aUser,
  aVisit,
  deactivate,
  signedIn,
} from '../../../test/factories.ts';
import { before, createReminderFixture, DATE } from '../../../test/reminder-fixture.ts';
import { emailsTo, mailedToken, WHEN } from '../../../test/sent-emails.ts';
import { dueWork } from '../../platform/due-work/schema.ts';
import type { Attachment } from '../../platform/mail/schema.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';
import { reminders, sentReminders } from './schema.ts';
import { dueReminders, sweepReminders } from './sending-service.ts';

describe('sending', async () => {
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
      expect(mail?.subject).toBe(`Recordatorio: ${activity.title}${WHEN}`);
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
    const isPending = async () => (await db.$count(dueWork, eq(dueWork.key, reminder.id))) > 0;
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
});

describe('code', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const { attendeeWithReminder, visitorWithReminder, pollAt } = createReminderFixture(app);

  beforeEach(async () => {
    app.setNow(NOON);
    await db.delete(reminders);
  });

  /** Polls and returns the e-mail, its inline image, and the text in the image. */
  async function reminded(email: string) {
    await pollAt(before(1));
    const [mail, ...others] = await emailsTo(db, email);
    expect(others).toEqual([]);
    const images = mail?.attachments.filter(({ contentId }) => contentId !== undefined) ?? [];
    return { html: mail?.html ?? '', text: mail?.text ?? '', images };
  }

  async function decoded({ content }: Attachment): Promise<string> {
    const pixels = sharp(Buffer.from(content, 'base64')).ensureAlpha().raw();
    const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
    return decodeQR({ width: info.width, height: info.height, data });
  }

  const urlOf = ({ code }: { code: Buffer }) => `http://localhost:3000/llegada/${code.toString('base64url')}`;

  it.each([
    ['an account', async () => ({ ...(await attendeeWithReminder()) })],
    [
      'a visitor',
      async () => {
        const { attendance, email } = await visitorWithReminder();
        return { attendance, user: { email } };
      },
    ],
  ])('the reminder of %s shows the code as an image with an address besides', async (_whose, create) => {
    const { attendance, user } = await create();
    const { html, text, images } = await reminded(user.email);
    const [image] = images;
    expect(images).toEqual([
      {
        name: 'codigo-de-llegada.png',
        type: 'image/png',
        content: expect.any(String),
        contentId: `llegada.${attendance.id}@minga`,
      },
    ]);
    expect(image && (await decoded(image))).toBe(urlOf(attendance));
    expect(html).toContain(`src="cid:llegada.${attendance.id}@minga"`);
    expect(html).toContain('alt="Tu código de llegada en QR"');
    expect(html).toContain(`href="${urlOf(attendance)}"`);
    expect(text).toContain(`Abre tu código de llegada ${urlOf(attendance)}`);
    expect(text).not.toContain('cid:');
  });

  it('an account that also confirmed signed out gets the code of its own attendance', async () => {
    const { activity, user, attendance } = await attendeeWithReminder();
    // The account had another address when it confirmed.
    const former = { email: `antes.${user.email}` };
    await db.update(attendances).set(former).where(eq(attendances.id, attendance.id));
    await anAttendance(db, { activityId: activity.id, email: user.email });
    const { images } = await reminded(user.email);
    expect(images.map(({ contentId }) => contentId)).toEqual([`llegada.${attendance.id}@minga`]);
  });

  it('an organiser who does not attend, and a waiting party, get no code', async () => {
    const owner = await aUser(db);
    const { id: activityId } = await anActivity(db, { ownerId: owner.id });
    await aReminder(db, { activityId, userId: owner.id });
    await anAttendance(db, { activityId, email: owner.email, status: 'waiting', queueNumber: 1 });
    const { html, text, images } = await reminded(owner.email);
    expect(images).toEqual([]);
    expect(html + text).not.toMatch(/llegada|cid:/);
  });
});

describe('not reminded', async () => {
  const database = await testDatabase();
  const app = await testApp({}, database);
  const prior = await testApp({ MODERATION: 'prior' }, database);
  const { db } = app.platform;
  const {
    change,
    attendeeWithReminder,
    visitorWithReminder,
    pollAt,
    countDelivered: countDeliveredTo,
  } = createReminderFixture(app);
  const withPrior = createReminderFixture(prior);
  const MINUTE_MS = 60_000;
  const REJECTED = { status: 'rejected', rejectionReason: 'r' } as const;

  beforeEach(async () => {
    for (const each of [app, prior]) each.setNow(NOON);
    await db.delete(reminders);
  });

  describe('no reminder is sent', () => {
    type Reminded = Awaited<ReturnType<typeof attendeeWithReminder>>;
    it.each<[string, (person: Reminded) => Promise<unknown>]>([
      ['of a rejected activity', ({ activity }) => change(activity.id, REJECTED)],
      ['of a deleted one', ({ activity }) => db.delete(activities).where(eq(activities.id, activity.id))],
      ['of a past one', ({ activity }) => change(activity.id, { date: new Date(NOON.getTime() - 1) })],
      [
        'of a cancelled attendance',
        ({ attendance }) => db.delete(attendances).where(eq(attendances.id, attendance.id)),
      ],
      ['whose account is deactivated', ({ user }) => deactivate(db, user.id)],
      ['whose account is deleted', ({ user }) => db.delete(users).where(eq(users.id, user.id))],
    ])('%s', async (_case, spoil) => {
      const person = await attendeeWithReminder({ daysBefore: 30 });
      await spoil(person);
      await pollAt(NOON);
      expect(await person.countDelivered()).toEqual([0, 0]);
      expect((await dueReminders(app.platform)).due).toBe(0);
    });

    it('to the organiser of a rejected activity', async () => {
      const owner = await aUser(db);
      const activity = await anActivity(db, { ownerId: owner.id });
      await aReminder(db, { activityId: activity.id, userId: owner.id });
      await change(activity.id, REJECTED);
      await pollAt(before(1));
      expect(await countDeliveredTo(owner)).toEqual([0, 0]);
    });

    it('to a visitor who cancelled, or whose attendance was anonymised', async () => {
      const cancelled = await visitorWithReminder();
      await db.delete(attendances).where(eq(attendances.id, cancelled.attendance.id));
      const nameless = await visitorWithReminder();
      await db
        .update(attendances)
        .set({ name: null, email: null })
        .where(eq(attendances.id, nameless.attendance.id));
      await pollAt(before(1));
      expect(await emailsTo(db, cancelled.email)).toEqual([]);
      expect(await emailsTo(db, nameless.email)).toEqual([]);
    });

    it('twice to a visitor whose account has the same e-mail', async () => {
      const { activity, user, countDelivered } = await attendeeWithReminder({ daysBefore: 1 });
      await db.update(attendances).set({ userId: null }).where(eq(attendances.email, user.email));
      const [attendance] = await db.select().from(attendances).where(eq(attendances.email, user.email));
      await aReminder(db, { activityId: activity.id, attendanceId: attendance?.id ?? '' });
      await pollAt(before(1));
      expect(await countDelivered()).toEqual([1, 1]);
    });

    it('of an activity that was rejected and is pending again', async () => {
      const { activity, countDelivered } = await attendeeWithReminder();
      await change(activity.id, REJECTED);
      await pollAt(before(1));
      expect(await countDelivered()).toEqual([0, 0]);
      await change(activity.id, { status: 'pending', rejectionReason: null });
      await pollAt(before(1, MINUTE_MS));
      expect(await countDelivered()).toEqual([1, 1]);
    });
  });

  describe('under prior moderation, of a pending activity', () => {
    it('attendees are reminded only after the approval', async () => {
      const { activity, countDelivered } = await attendeeWithReminder();
      const visitor = await visitorWithReminder();
      const signedOut = await visitorWithReminder();
      const { id } = await aUser(db, { email: signedOut.email });
      const countEach = async () => [
        await countDelivered(),
        (await emailsTo(db, visitor.email)).length,
        await countDeliveredTo({ id, email: signedOut.email }),
      ];
      await withPrior.pollAt(before(1));
      expect(await countEach()).toEqual([[0, 0], 0, [0, 0]]);
      expect((await dueReminders(prior.platform)).due).toBe(0);
      for (const activityId of [activity.id, visitor.activityId, signedOut.activityId]) {
        await change(activityId, { status: 'approved' });
      }
      await withPrior.pollAt(before(1, MINUTE_MS));
      expect(await countEach()).toEqual([[1, 1], 1, [1, 1]]);
    });

    it('its owner is reminded, with the calendar file attached', async () => {
      const owner = await aUser(db);
      const activity = await anActivity(db, { ownerId: owner.id });
      await aReminder(db, { activityId: activity.id, userId: owner.id });
      await withPrior.pollAt(before(1));
      expect(await countDeliveredTo(owner)).toEqual([1, 1]);
      const [mail] = await emailsTo(db, owner.email);
      expect(mail?.attachments).toHaveLength(1);
    });

    it('under reactive moderation attendees are reminded', async () => {
      const { countDelivered } = await attendeeWithReminder();
      await pollAt(before(1));
      expect(await countDelivered()).toEqual([1, 1]);
    });
  });
});

describe('replanning', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const { change, attendeeWithReminder, pollAt } = createReminderFixture(app);
  const MINUTE_MS = 60_000;
  const DAY_MS = 24 * 60 * MINUTE_MS;
  const at = (days: number, minutes = 0) => before(-days, minutes * MINUTE_MS);

  /** Creates an owner with a reminder of the owner's activity. */
  async function remindedOwner() {
    const { user, headers } = await signedIn(db);
    const activity = await anActivity(db, { ownerId: user.id });
    const { id } = await aReminder(db, { activityId: activity.id, userId: user.id });
    const move = (date: Date) => change(activity.id, { date });
    const choose = (daysBefore: number) =>
      app.inject({ method: 'PUT', url: `/api/notifications/${id}`, headers, payload: { daysBefore } });
    const emailCount = async () => (await emailsTo(db, user.email)).length;
    return { move, choose, emailCount };
  }

  beforeEach(async () => {
    app.setNow(NOON);
    await db.delete(reminders);
  });

  it('a new date sends again only if its due time is in the future', async () => {
    const { move, emailCount } = await remindedOwner();
    await pollAt(at(-1));
    for (const minutes of [15, 30, -45]) {
      await move(at(0, minutes));
      await pollAt(at(-1, 60));
    }
    expect(await emailCount()).toBe(1);
    await move(at(7));
    await pollAt(at(6, -1));
    expect(await emailCount()).toBe(1);
    await pollAt(at(6));
    expect(await emailCount()).toBe(2);
  });

  it('other days send again only if their due time is in the future', async () => {
    const { move, choose, emailCount } = await remindedOwner();
    await move(at(-9));
    await choose(3);
    await pollAt(at(-12));
    for (const daysBefore of [4, 5, 6]) {
      expect((await choose(daysBefore)).statusCode).toBe(200);
      await pollAt(at(-12, 1));
    }
    expect(await emailCount()).toBe(1);
    expect((await choose(1)).statusCode).toBe(200);
    await pollAt(at(-10, -1));
    expect(await emailCount()).toBe(1);
    await pollAt(at(-10));
    expect(await emailCount()).toBe(2);
  });

  it('an overdue reminder that was never sent is sent at once, after an edit too', async () => {
    const { move, emailCount } = await remindedOwner();
    await move(at(0, 15));
    await pollAt(at(0, -60));
    expect(await emailCount()).toBe(1);
  });

  it('a visitor whose address has a deactivated account gets nothing', async () => {
    const [silent, other] = [await aVisit(db), await aVisit(db)];
    for (const { activityId, attendance } of [silent, other]) {
      await aReminder(db, { activityId, attendanceId: attendance.id });
    }
    const { id } = await aUser(db, { email: silent.email });
    await aUser(db, { email: other.email });
    await deactivate(db, id);
    await pollAt(at(-1));
    expect(await emailsTo(db, silent.email)).toEqual([]);
    expect(await emailsTo(db, other.email)).toHaveLength(1);
  });

  describe('when the date moves', () => {
    it('a reminder is rescheduled, whether or not it was sent', async () => {
      const { activity, countDelivered } = await attendeeWithReminder({ daysBefore: 2 });
      await pollAt(NOON);
      await change(activity.id, { date: new Date(DATE.getTime() + 3 * DAY_MS) });
      await pollAt(before(2));
      expect(await countDelivered()).toEqual([0, 0]);
      await pollAt(before(-1));
      expect(await countDelivered()).toEqual([1, 1]);
      await change(activity.id, { date: new Date(DATE.getTime() + 8 * DAY_MS) });
      await pollAt(before(-5));
      expect(await countDelivered()).toEqual([1, 1]);
      await pollAt(before(-6));
      expect(await countDelivered()).toEqual([2, 2]);
    });

    it('back to the earlier one, the reminder is not sent again', async () => {
      const { activity, countDelivered } = await attendeeWithReminder();
      await pollAt(before(1));
      await change(activity.id, { date: new Date(DATE.getTime() + 9 * DAY_MS) });
      await pollAt(before(1, MINUTE_MS));
      await change(activity.id, { date: DATE });
      await pollAt(before(1, 2 * MINUTE_MS));
      expect(await countDelivered()).toEqual([1, 1]);
    });

    it('setting the same days again, or others and back, sends nothing twice', async () => {
      const { reminder, countDelivered } = await attendeeWithReminder();
      await pollAt(before(1));
      for (const daysBefore of [5, 1]) {
        await db.update(reminders).set({ daysBefore }).where(eq(reminders.id, reminder.id));
      }
      await pollAt(before(1, MINUTE_MS));
      expect(await countDelivered()).toEqual([1, 1]);
      expect(await db.$count(sentReminders, eq(sentReminders.reminderId, reminder.id))).toBe(1);
    });
  });
});
