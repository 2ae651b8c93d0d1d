import { eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../test/app.ts';
import {
  aCollective,
  anActivity,
  anAttendance,
  aPushSubscription,
  aReminder,
  aUser,
  signedIn,
} from '../test/factories.ts';
import { pushService } from '../test/push-service.ts';
import { reportCalls } from '../test/reports-fixture.ts';
import { emailsTo } from '../test/sent-emails.ts';
import { aDelivery, anApiToken, aReportCase, aWebhook } from '../test/trust-factories.ts';
import { webhookReceiver } from '../test/webhook-receiver.ts';
import { activities } from './modules/activities/schema.ts';
import { collectiveFollowers } from './modules/collectives/schema.ts';
import {
  announcementRecipients,
  announcements,
  followDigests,
  notifications,
} from './modules/notifications/schema.ts';
import { pushes } from './modules/push/schema.ts';
import { webhookDeliveries } from './modules/webhooks/schema.ts';
import { schedule } from './platform/due-work/due-work.ts';
import { mails } from './platform/mail/schema.ts';
import { pollingTasks } from './pollers.ts';

// Every delayed effect checks its activity again when it is due (docs/decisions/0043-reports-and-cases.md).

const service = await pushService();
const receiver = await webhookReceiver();
afterAll(() => Promise.all([service.stop(), receiver.stop()]));
const app = await testApp({ PUSH_HOSTS: service.host, WEBHOOK_HOSTS: '127.0.0.1' });
const { db } = app.platform;
const tasks = pollingTasks(app.platform);
const { decide, undo } = reportCalls(app);
/** The headers of an administrator whose session was created at this time. */
const adminAt = async (now: Date) => (await signedIn(db, { role: 'admin' }, now)).headers;

beforeEach(() => app.setNow(NOON));

async function pollAll(now: Date): Promise<void> {
  app.setNow(now);
  for (const poll of Object.values(tasks)) await poll(AbortSignal.timeout(30_000));
}
const later = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000);
const days = (count: number) => later(NOON, count * 24 * 3600);

interface Person {
  readonly id: string;
  readonly email: string;
}
type Activity = typeof activities.$inferSelect;
interface Effect {
  readonly values?: Parameters<typeof anActivity>[1];
  /** Stores an effect about the activity that is due for the person. */
  readonly arrange: (person: Person, activity: Activity) => Promise<unknown>;
  /** Whether the effect has happened; by default, whether the person has an e-mail or a notification. */
  readonly isDone?: (person: Person, activity: Activity) => Promise<boolean>;
  readonly at?: Date;
}

const told = async ({ id, email }: Person): Promise<boolean> =>
  (await db.$count(mails, eq(mails.recipient, email))) +
    (await db.$count(notifications, eq(notifications.userId, id))) >
  0;
const attend = ({ id: userId, email }: Person, activityId: string, values: object = {}) =>
  anAttendance(db, { activityId, userId, email, ...values });

const effects: Record<string, Effect> = {
  'a message of the organiser': {
    arrange: async (person, { id, ownerId, title, date }) => {
      await attend(person, id);
      const [messageId, announcementId] = [v7(), v7()];
      await db.execute(sql`insert into activity_messages (id, activity_id, sender_id, subject, text, audience, recipients, created_at)
        values (${messageId}, ${id}, ${ownerId}, 'Plata', 'Paguen ya', 'all', 1, ${NOON})`);
      const facts = { title, date, place: '', oldDate: date, oldPlace: '', createdAt: NOON };
      await db.insert(announcements).values({
        id: announcementId,
        type: 'message',
        activityId: id,
        senderId: ownerId,
        messageId,
        ...facts,
      });
      await db
        .insert(announcementRecipients)
        .values({ announcementId, userId: person.id, email: person.email, name: 'Luz', dueAt: NOON });
    },
  },
  'news for followers': {
    arrange: async ({ id: userId }, { id: activityId, collectiveId }) => {
      const row = { collectiveId: collectiveId ?? '', userId, mail: 'inmediato', createdAt: NOON } as const;
      await db.insert(collectiveFollowers).values(row);
      await schedule(db, 'news', {
        key: activityId,
        at: NOON,
        data: { collectiveId, createdAt: NOON.toISOString() },
      });
    },
  },
  'an offered place': {
    values: { capacity: 9 },
    arrange: (person, { id }) => attend(person, id, { status: 'waiting', queueNumber: 1 }),
  },
  'a reminder': {
    arrange: async (person, { id: activityId }) => {
      await attend(person, activityId);
      await aReminder(db, { activityId, userId: person.id, dueAt: NOON });
    },
  },
  '¿Sigues viniendo?': {
    at: new Date('2026-11-23T23:00:00.000Z'),
    values: { date: new Date('2026-11-24T14:00:00.000Z'), asksAgain: true },
    arrange: (person, { id }) => attend(person, id),
  },
  '¿Cómo te fue?': {
    at: new Date('2026-11-24T15:00:00.000Z'),
    values: { date: new Date('2026-11-23T14:00:00.000Z'), endDate: new Date('2026-11-23T17:00:00.000Z') },
    arrange: (person, { id, date }) => attend(person, id, { checkedInAt: date }),
  },
  'a push': {
    arrange: async ({ id: userId }, { id: taskId }) => {
      const { endpoint, keys } = service.newBrowser().subscription;
      const { id: apiTokenId } = await anApiToken(db, { userId });
      const device = await aPushSubscription(db, { userId, endpoint, ...keys, apiTokenId });
      const row = {
        userId,
        type: 'publication' as const,
        title: 'Nueva',
        message: 'Rifa',
        taskId,
        createdAt: NOON,
      };
      const [bell] = await db.insert(notifications).values(row).returning();
      await db
        .insert(pushes)
        .values({ notificationId: bell?.id ?? '', subscriptionId: device.id, dueAt: NOON });
    },
    isDone: async ({ id }) =>
      (await db.$count(
        pushes,
        sql`${pushes.state} = 'delivered' and ${pushes.notificationId} in (select id from ${notifications} where ${notifications.userId} = ${id})`,
      )) > 0,
  },
  ...Object.fromEntries(
    (['activity.published', 'activity.updated', 'attendance.confirmed'] as const).map(event => [
      `a webhook: ${event}`,
      {
        arrange: async (_person: Person, { id: activityId, collectiveId }: Activity) => {
          const hook = { url: receiver.url, collectiveId: collectiveId ?? '' };
          const { id: webhookId } = await aWebhook(db, hook);
          await aDelivery(db, { webhookId, event, activityId });
        },
        isDone: async (_person: Person, { id }: Activity) =>
          (await db.$count(
            webhookDeliveries,
            sql`${webhookDeliveries.activityId} = ${id} and ${webhookDeliveries.state} = 'delivered'`,
          )) > 0,
      },
    ]),
  ),
};

describe.each(Object.entries(effects))('%s', (_name, { values, arrange, isDone = told, at = NOON }) => {
  async function due() {
    const owner = await aUser(db);
    const { id: collectiveId } = await aCollective(db, { ownerId: owner.id });
    const activity = await anActivity(db, { ownerId: owner.id, collectiveId, publishedAt: NOON, ...values });
    await aReportCase(db, { targetId: activity.id, authorId: owner.id, title: activity.title });
    const person = await aUser(db);
    await arrange(person, activity);
    return { activity, person };
  }

  it.each(['ban', 'hide'] as const)(
    'does not happen while a %s hides its activity, and does after the undo',
    async decision => {
      const { activity, person } = await due();
      app.setNow(at);
      const admin = await adminAt(at);
      expect((await decide(admin, activity.id, decision)).statusCode).toBe(200);
      for (const seconds of [0, 120]) await pollAll(later(at, seconds));
      expect(await isDone(person, activity)).toBe(false);
      expect((await undo(admin, activity.id)).statusCode).toBe(200);
      await pollAll(later(at, 240));
      expect(await isDone(person, activity)).toBe(true);
    },
  );

  it('does not happen after a ban that stands', async () => {
    const { activity, person } = await due();
    app.setNow(at);
    await decide(await adminAt(at), activity.id, 'ban');
    for (const minutes of [11, 20, 40]) await pollAll(later(at, minutes * 60));
    // Attendees are notified only of the ban.
    const subjects = (await emailsTo(db, person.email)).map(({ subject }) => subject);
    expect(subjects.filter(subject => !subject.startsWith('Se retiró'))).toEqual([]);
    if (isDone !== told) expect(await isDone(person, activity)).toBe(false);
  });
});

describe('what a notice says is looked at again', () => {
  const noticed = async () => {
    const headers = await adminAt(NOON);
    const owner = await signedIn(db);
    const activity = await anActivity(db, { ownerId: owner.user.id, date: days(9) });
    const patch = (step: string, payload?: object) =>
      app.inject({
        method: 'PATCH',
        url: `/api/admin-panel/activities/${activity.id}/${step}`,
        headers,
        ...(payload && { payload }),
      });
    const edit = () =>
      app.inject({
        method: 'PUT',
        url: `/api/tasks/${activity.id}`,
        headers: owner.headers,
        payload: { title: 'Corregida', date: days(9).toISOString() },
      });
    const bell = async () =>
      (await db.select().from(notifications).where(eq(notifications.userId, owner.user.id))).map(
        ({ type }) => type,
      );
    const subjects = async () => (await emailsTo(db, owner.user.email)).map(({ subject }) => subject);
    return { owner, activity, patch, edit, bell, subjects };
  };
  const reject = { reason: 'Falta', currentStatus: 'pending' };

  it('a rejection, within its 15 seconds: corrected and approved by another', async () => {
    const { patch, edit, bell } = await noticed();
    await patch('reject', reject);
    await edit();
    await patch('approve');
    await pollAll(later(NOON, 60));
    expect(await bell()).toEqual(['approval']);
  });

  it('an approval, within its 15 seconds: not public by it any more', async () => {
    const { activity, patch, bell } = await noticed();
    await patch('approve');
    const held = { status: 'held', holdKind: 'word', holdTerm: 'rifa' } as const;
    await db.update(activities).set(held).where(eq(activities.id, activity.id));
    await pollAll(later(NOON, 60));
    expect(await bell()).toEqual([]);
  });

  it('a gathered decision, within its hour: decided otherwise since', async () => {
    const { activity, patch, edit, subjects } = await noticed();
    await patch('reject', reject);
    await pollAll(later(NOON, 20));
    expect(await subjects()).toEqual([`Retirada: ${activity.title} · lun 30 nov, 12:00 p. m.`]);
    await edit();
    await patch('reject', reject);
    await pollAll(later(NOON, 60));
    await edit();
    await patch('approve');
    await pollAll(later(NOON, 2 * 3600));
    const all = await subjects();
    expect(all.filter(subject => subject.startsWith('Aprobada'))).toHaveLength(1);
    expect(all).toHaveLength(2);
  });

  it.each([
    ['withdrawal', true],
    ['withdrawal', false],
    ['removal', true],
    ['removal', false],
  ] as const)('a %s of what is as it was before: %s', async (type, isAgain) => {
    const person = await aUser(db);
    const status = type === 'withdrawal' && !isAgain ? 'rejected' : 'approved';
    const reason = status === 'rejected' ? { rejectionReason: 'No' } : {};
    const { id: activityId, title, date } = await anActivity(db, { status, ...reason });
    if (type === 'removal' && isAgain) await attend(person, activityId);
    const id = v7();
    const facts = { title, date, place: '', oldDate: date, oldPlace: '', createdAt: NOON };
    await db.insert(announcements).values({ id, type, activityId, ...facts });
    const { email, id: userId } = person;
    await db
      .insert(announcementRecipients)
      .values({ announcementId: id, userId, email, name: 'Luz', dueAt: NOON });
    await pollAll(NOON);
    expect(await told(person)).toBe(!isAgain);
  });
});

it('a digest of 08:00 leaves out what a ban has hidden', async () => {
  const { id: ownerId } = await aUser(db);
  const collectiveId = (await aCollective(db)).id;
  const activity = await anActivity(db, { ownerId, collectiveId });
  await aReportCase(db, { targetId: activity.id, authorId: ownerId });
  const person = await aUser(db);
  await db.insert(followDigests).values({ userId: person.id, activityId: activity.id, dueAt: NOON });
  await schedule(db, 'newsDigests', { key: person.id, at: NOON });
  await decide(await adminAt(NOON), activity.id, 'ban');
  await pollAll(NOON);
  expect(await told(person)).toBe(false);
});
