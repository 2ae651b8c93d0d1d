import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { aReminder, aUser } from '../../../test/factories.ts';
import { before, createReminderFixture } from '../../../test/reminder-fixture.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { hashToken } from '../../platform/tokens.ts';
import { mailUnsubscriptions, notificationPreferences } from '../notifications/schema.ts';
import { reminders } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
const { notificationsOf, attendeeWithReminder, visitorWithReminder, pollAt, countDelivered } =
  createReminderFixture(app);

beforeEach(async () => {
  app.setNow(NOON);
  await db.delete(reminders);
});

describe('a reminder follows the preferences of an account', () => {
  it.each([
    [{ byEmail: false, isLive: true }, [0, 1]],
    [{ byEmail: true, isLive: false }, [1, 0]],
    [{ byEmail: false, isLive: false }, [0, 0]],
  ])('%j', async (choice, expected) => {
    const { user, countDelivered } = await attendeeWithReminder();
    await db.insert(notificationPreferences).values([
      { userId: user.id, kind: 'reminder', ...choice },
      { userId: user.id, kind: 'change', byEmail: true, isLive: true },
    ]);
    await pollAt(before(1));
    expect(await countDelivered()).toEqual(expected);
  });

  it('no e-mail to a visitor who unsubscribed, or whose account disabled e-mails', async () => {
    const visitor = await visitorWithReminder();
    await db.insert(mailUnsubscriptions).values({ emailHash: hashToken(visitor.email), kind: 'reminder' });
    const other = await visitorWithReminder();
    const { id: userId } = await aUser(db, { email: other.email });
    await db
      .insert(notificationPreferences)
      .values({ userId, kind: 'reminder', byEmail: false, isLive: true });
    const elsewhere = await visitorWithReminder();
    await db.insert(mailUnsubscriptions).values({ emailHash: hashToken(elsewhere.email), kind: 'change' });
    await pollAt(before(1));
    expect(await emailsTo(db, visitor.email)).toEqual([]);
    expect(await emailsTo(db, other.email)).toEqual([]);
    expect(await emailsTo(db, elsewhere.email)).toHaveLength(1);
  });
});

describe('an account that confirmed signed out', () => {
  async function signedOut(values: { isActive?: boolean } = {}) {
    const visit = await visitorWithReminder();
    return { ...visit, user: await aUser(db, { email: visit.email, ...values }) };
  }

  it('gets a notification, and an e-mail whose link requires signing in', async () => {
    const { user, activityId } = await signedOut();
    await pollAt(before(1));
    await pollAt(before(1, 60_000));
    expect(await countDelivered(user)).toEqual([1, 1]);
    expect(await notificationsOf(user.id)).toMatchObject([{ type: 'reminder', taskId: activityId }]);
    const [mail] = await emailsTo(db, user.email);
    expect(mail).toMatchObject({ accountId: user.id });
    expect(mail?.text).toContain(`Hola, ${user.username}`);
    expect(mail?.text).not.toContain('/mi-asistencia');
    expect(mail?.text).toContain(`/actividades/${activityId}`);
  });

  it.each([
    [{ byEmail: false, isLive: true }, [0, 1]],
    [{ byEmail: true, isLive: false }, [1, 0]],
  ])('follows its preferences: %j', async (choice, expected) => {
    const { user } = await signedOut();
    await db.insert(notificationPreferences).values({ userId: user.id, kind: 'reminder', ...choice });
    await pollAt(before(1));
    expect(await countDelivered(user)).toEqual(expected);
  });

  it('gets nothing after its deactivation', async () => {
    const { user } = await signedOut({ isActive: false });
    await pollAt(before(1));
    expect(await countDelivered(user)).toEqual([0, 0]);
  });

  it('follows its own reminder if it has one', async () => {
    const { user, activityId } = await signedOut();
    await aReminder(db, { activityId, userId: user.id, daysBefore: 3 });
    await pollAt(before(3));
    await pollAt(before(1));
    expect(await countDelivered(user)).toEqual([1, 1]);
  });
});
