import { and, eq, gt, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
import { minutesLater, reportCalls } from '../test/reports-fixture.ts';
import { aDelivery, anApiToken, aWebhook } from '../test/trust-factories.ts';
import { webhookReceiver } from '../test/webhook-receiver.ts';
import { FACTOR_RESETS } from './modules/accounts/factors/service.ts';
import { DEACTIVATIONS, REMOVALS } from './modules/accounts/managed/notice-service.ts';
import { secondFactorResets, totpFactors, users } from './modules/accounts/schema.ts';
import { REJECTIONS } from './modules/activities/queries.ts';
import { collectiveFollowers } from './modules/collectives/schema.ts';
import { CHANGES } from './modules/notifications/announcements/repository.ts';
import { APPROVALS } from './modules/notifications/rules.ts';
import {
  announcementRecipients,
  announcements,
  digestItems,
  followDigests,
  notifications,
} from './modules/notifications/schema.ts';
import { pushes } from './modules/push/schema.ts';
import { webhookDeliveries } from './modules/webhooks/schema.ts';
import { schedule } from './platform/due-work/due-work.ts';
import { dueWork } from './platform/due-work/schema.ts';
import { createBatches, processBatches } from './platform/jobs/polling.ts';
import { deleteOldFailures, isNotPostponed, releaseGivenUp } from './platform/jobs/postponed-work.ts';
import { postponedWork } from './platform/jobs/schema.ts';
import { createLog } from './platform/log.ts';
import { mails } from './platform/mail/schema.ts';
import { pollingTasks } from './pollers.ts';

const service = await pushService();
const receiver = await webhookReceiver();
afterAll(() => Promise.all([service.stop(), receiver.stop()]));
const app = await testApp({ PUSH_HOSTS: service.host, WEBHOOK_HOSTS: '127.0.0.1' });
const { db } = app.platform;
const logged: string[] = [];
const log = createLog('warn', { write: line => void logged.push(line) });
const tasks = pollingTasks({ ...app.platform, log });
const { report, decide } = reportCalls(app);

type Person = Awaited<ReturnType<typeof aUser>>;
type Scenario = {
  /** Stores due work about each of these people, in this order. */
  readonly arrange: (people: readonly Person[]) => Promise<unknown>;
  /** Whether the work is done; by default, whether an e-mail, a notification or a part of a gathered e-mail is stored for the person. */
  readonly isDone?: (person: Person) => Promise<boolean>;
  readonly at?: Date;
  /** The name of the polling task, if it differs. */
  readonly task?: string;
};

// Triggers make inserting or updating a row about a poisoned person fail.
beforeAll(async () => {
  await db.execute(sql`create table poisoned (about text primary key)`);
  await db.execute(sql`create function fail_if_poisoned() returns trigger language plpgsql as $$
    declare fields jsonb := to_jsonb(new);
    begin
      if exists (select from poisoned where about in
        (fields->>'recipient', fields->>'email', fields->>'user_id', fields->>'webhook_id', fields->>'subscription_id'))
        then raise exception 'poisoned: %', fields; end if;
      return new;
    end $$`);
  for (const table of [
    'mails',
    'notifications',
    'digest_items',
    'announcement_recipients',
    'webhook_deliveries',
    'pushes',
  ])
    await db.execute(
      sql`create trigger poison before insert or update on ${sql.identifier(table)} for each row execute function fail_if_poisoned()`,
    );
});

beforeEach(async () => {
  app.setNow(NOON);
  logged.length = 0;
  await db.delete(postponedWork);
});

/** The rows that have failed, of whichever mechanism. */
const failed = async () => [
  ...(await db.select().from(postponedWork)),
  ...(await db.select().from(dueWork).where(gt(dueWork.failures, 0))).map(row => ({
    ...row,
    task: row.kind,
  })),
];

const tell = async ({ id, email }: Person): Promise<boolean> =>
  (await db.$count(mails, eq(mails.recipient, email))) +
    (await db.$count(notifications, eq(notifications.userId, id))) +
    (await db.$count(digestItems, eq(digestItems.userId, id))) >
  0;
const isMailed = async ({ email }: Person) => (await db.$count(mails, eq(mails.recipient, email))) > 0;
const each = <Result>(people: readonly Person[], act: (person: Person, index: number) => Promise<Result>) =>
  people.reduce<Promise<Result[]>>(
    async (done, person, index) => [...(await done), await act(person, index)],
    Promise.resolve([]),
  );
const attend = (people: readonly Person[], activityId: string, values: (index: number) => object) =>
  each(people, ({ id, email }, index) =>
    anAttendance(db, { activityId, userId: id, email, ...values(index) }),
  );
const days = (count: number) => new Date(NOON.getTime() + count * 24 * 3_600_000);
const hidden = async (person: Person) =>
  (await anActivity(db, { ownerId: person.id, status: 'rejected', rejectionReason: 'No' })).id;
const hooks = new Map<string, string>();
const devices = new Map<string, string>();

const scenarios: Record<string, Scenario> = {
  offers: {
    arrange: async people =>
      attend(people, (await anActivity(db, { capacity: 9 })).id, index => ({
        status: 'waiting',
        queueNumber: index + 1,
      })),
  },
  'expired offers': {
    task: 'offers',
    arrange: async people =>
      attend(people, (await anActivity(db, { capacity: 9 })).id, () => ({
        status: 'offered',
        offerExpiresAt: NOON,
      })),
  },
  reconfirmations: {
    at: new Date('2026-11-23T23:00:00.000Z'),
    arrange: async people =>
      attend(
        people,
        (await anActivity(db, { date: new Date('2026-11-24T14:00:00.000Z'), asksAgain: true })).id,
        () => ({}),
      ),
  },
  reminders: {
    arrange: people =>
      each(people, async ({ id: userId }) => {
        const { id: activityId } = await anActivity(db, { ownerId: userId });
        await aReminder(db, { activityId, userId, dueAt: NOON });
      }),
  },
  approvals: {
    arrange: people =>
      each(people, async ({ id: ownerId }) => {
        const { id: activityId } = await anActivity(db, { ownerId, status: 'approved' });
        await schedule(db, APPROVALS, { key: activityId, at: NOON });
      }),
  },
  rejections: {
    arrange: people =>
      each(people, async person =>
        schedule(db, REJECTIONS, { key: await hidden(person), at: NOON, data: { status: 'approved' } }),
      ),
  },
  heldEmails: {
    isDone: async ({ email }) =>
      (await db.$count(mails, and(eq(mails.recipient, email), eq(mails.kind, 'overflowEmail')))) > 0,
    arrange: people =>
      each(people, ({ email }) =>
        db.insert(mails).values({
          recipient: email,
          mailbox: email,
          subject: 'Aviso',
          html: '',
          text: 'Traigan capa.',
          kind: 'messageEmails',
          state: 'held',
          createdAt: minutesLater(-60),
        }),
      ),
  },
  digests: {
    isDone: isMailed,
    arrange: people =>
      each(people, ({ id: userId }) => {
        const texts = { subject: 'Gracias', text: 'Revisamos tu reporte.', reason: 'Reportaste algo.' };
        const item = {
          ...texts,
          activityId: null,
          greeting: 'thanks' as const,
          details: [],
          note: null,
          link: null,
        };
        return db.insert(digestItems).values({ userId, type: 'report', item, createdAt: NOON });
      }),
  },
  changes: {
    arrange: people =>
      each(people, async person => {
        const { id: activityId } = await anActivity(db);
        await attend([person], activityId, () => ({}));
        const before = { date: days(3).toISOString(), place: 'Parque' };
        await schedule(db, CHANGES, {
          key: activityId,
          at: NOON,
          data: { activities: { [activityId]: before } },
        });
      }),
  },
  announcements: {
    arrange: async people => {
      const { id: activityId, title } = await anActivity(db);
      const [id, facts] = [v7(), { title, date: days(3), place: '', oldDate: days(3), oldPlace: '' }];
      await db.insert(announcements).values({ id, type: 'deletion', activityId, ...facts, createdAt: NOON });
      await each(people, ({ id: userId, email, username: name }) =>
        db.insert(announcementRecipients).values({ announcementId: id, userId, email, name, dueAt: NOON }),
      );
    },
  },
  feedback: {
    at: new Date('2026-11-24T15:00:00.000Z'),
    arrange: async people => {
      const [date, endDate] = [new Date('2026-11-23T14:00:00.000Z'), new Date('2026-11-23T17:00:00.000Z')];
      await attend(people, (await anActivity(db, { date, endDate })).id, () => ({ checkedInAt: date }));
    },
  },
  decisions: {
    at: minutesLater(10),
    arrange: async people => {
      const admin = await signedIn(db, { role: 'admin' });
      await each(people, async ({ id: ownerId }) => {
        const { id } = await anActivity(db, { ownerId });
        await report({ type: 'activity', id });
        await decide(admin.headers, id, 'delete');
      });
    },
  },
  factorResets: {
    arrange: async people => {
      const { id: requestedBy } = await aUser(db, { role: 'superadmin' });
      await each(people, async ({ id: userId }, index) => {
        const [secret, tokenHash] = [Buffer.alloc(20), Buffer.from(`${userId} ${index}`)];
        await db.insert(totpFactors).values({ userId, secret, createdAt: NOON, confirmedAt: NOON });
        await db.insert(secondFactorResets).values({ userId, tokenHash, requestedAt: NOON, requestedBy });
        await schedule(db, FACTOR_RESETS, { key: userId, at: NOON });
      });
    },
  },
  accountDeactivations: {
    arrange: people =>
      each(people, async ({ id }) => {
        await db.update(users).set({ isActive: false }).where(eq(users.id, id));
        await schedule(db, DEACTIVATIONS, { key: id, at: NOON });
      }),
  },
  adminRemovals: {
    arrange: people =>
      each(people, async ({ id }) => {
        await db.update(users).set({ formerAdmin: true }).where(eq(users.id, id));
        await schedule(db, REMOVALS, { key: id, at: NOON });
      }),
  },
  news: {
    arrange: async people => {
      const { id: collectiveId } = await aCollective(db);
      const { id: activityId } = await anActivity(db, { collectiveId });
      await each(people, ({ id: userId }) =>
        db.insert(collectiveFollowers).values({ collectiveId, userId, mail: 'inmediato', createdAt: NOON }),
      );
      await schedule(db, 'news', {
        key: activityId,
        at: NOON,
        data: { collectiveId, createdAt: NOON.toISOString() },
      });
    },
  },
  newsDigests: {
    arrange: async people => {
      const { id: activityId } = await anActivity(db, { collectiveId: (await aCollective(db)).id });
      await each(people, async ({ id: userId }) => {
        await db.insert(followDigests).values({ userId, activityId, dueAt: NOON });
        await schedule(db, 'newsDigests', { key: userId, at: NOON });
      });
    },
  },
  pushes: {
    isDone: async ({ id }) =>
      (await db.$count(
        pushes,
        sql`${pushes.subscriptionId} = ${devices.get(id)} and ${pushes.state} = 'delivered'`,
      )) > 0,
    arrange: people =>
      each(people, async ({ id: userId }) => {
        const { endpoint, keys } = service.newBrowser().subscription;
        const { id: apiTokenId } = await anApiToken(db, { userId });
        const device = await aPushSubscription(db, { userId, endpoint, ...keys, apiTokenId });
        devices.set(userId, device.id);
        const row = { userId, type: 'change' as const, title: 'Hora', message: 'A las 9', createdAt: NOON };
        const [bell] = await db.insert(notifications).values(row).returning();
        await db
          .insert(pushes)
          .values({ notificationId: bell?.id ?? '', subscriptionId: device.id, dueAt: NOON });
      }),
  },
  webhooks: {
    isDone: async ({ id }) =>
      (await db.$count(
        webhookDeliveries,
        sql`${webhookDeliveries.webhookId} = ${hooks.get(id)} and ${webhookDeliveries.state} = 'delivered'`,
      )) > 0,
    arrange: people =>
      each(people, async ({ id }) => {
        const { id: webhookId } = await aWebhook(db, { url: receiver.url, createdBy: id });
        hooks.set(id, webhookId);
        await aDelivery(db, { webhookId });
      }),
  },
};

async function pollAll(now: Date): Promise<void> {
  app.setNow(now);
  for (const poll of Object.values(tasks)) await poll(AbortSignal.timeout(30_000));
}

describe.each(Object.entries(scenarios))('%s', (name, { arrange, isDone = tell, at = NOON, task = name }) => {
  it('one row that fails harms no other, is postponed and tried again', async () => {
    const people = [await aUser(db), await aUser(db), await aUser(db)];
    await arrange(people);
    const done = () => each(people, isDone);
    const [, { id, email } = { id: '', email: '' }] = people;
    for (const about of [id, email, hooks.get(id), devices.get(id)])
      if (about !== undefined) await db.execute(sql`insert into poisoned values (${about})`);
    await pollAll(at);
    expect(await done()).toEqual([true, false, true]);
    // The row is not retried at once, in any process.
    await pollAll(at);
    expect(await failed()).toEqual([expect.objectContaining({ task, failures: 1 })]);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(`"task":"${task}"`);
    expect(logged[0]).not.toMatch(/@|poisoned/);

    await db.execute(sql`truncate poisoned`);
    await pollAll(new Date(at.getTime() + 60_000));
    expect(await done()).toEqual([true, true, true]);
    expect(await failed()).toEqual([]);
  });
});

it.each(['pushes', 'webhooks'] as const)(
  '%s that are postponed hold up no other, however many',
  async task => {
    const people = await each(Array.from({ length: 41 }), () => aUser(db));
    await scenarios[task]?.arrange(people);
    await db.execute(
      sql`insert into postponed_work (task, key, failures, failed_at, retry_at) select ${task}, key, 1, ${NOON}::timestamptz,
      ${minutesLater(1)}::timestamptz from (
        select id::text as key, webhook_id as owner from webhook_deliveries where state = 'pending' and ${task} = 'webhooks'
        union all select notification_id || ' ' || subscription_id, subscription_id from pushes
        where state = 'pending' and ${task} = 'pushes') as due order by owner limit 40`,
    );
    const countDelivered = async () =>
      task === 'pushes'
        ? db.$count(pushes, eq(pushes.state, 'delivered'))
        : db.$count(webhookDeliveries, eq(webhookDeliveries.state, 'delivered'));
    const before = await countDelivered();
    await tasks[task](AbortSignal.timeout(30_000));
    expect((await countDelivered()) - before).toBe(1);
  },
);

describe('a row that always fails', () => {
  const task = 'test';
  const failing = (now: Date, process = () => Promise.reject(new Error('no'))) =>
    processBatches({ ...app.platform, log, clock: () => now }, { task, size: 5 }, async (tx, { taking }) => {
      const { rows } = await tx.execute(sql`select 1 where ${isNotPostponed(task, sql`'row'`, now)}`);
      if (rows.length === 0) return false;
      taking(['row']);
      await process();
      return true;
    });
  const state = async () => (await db.select().from(postponedWork))[0];

  it('is tried ever more slowly, given up, and tried once more by a process that starts', async () => {
    let now = NOON;
    const waits: number[] = [];
    for (let times = 0; times < 20; times += 1) {
      await failing(now);
      const retryAt = (await state())?.retryAt;
      if (retryAt == null) break;
      waits.push((retryAt.getTime() - now.getTime()) / 1000);
      now = retryAt;
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15_360, 21_600, 21_600, 21_600]);
    expect(await state()).toMatchObject({ failures: 14, retryAt: null });
    await failing(days(20));
    expect((await state())?.failures).toBe(14);
    await releaseGivenUp(db, days(20));
    await failing(days(20));
    expect(await state()).toMatchObject({ failures: 15, retryAt: null });
    await deleteOldFailures(db, days(49));
    expect(await db.$count(postponedWork)).toBe(1);
    await deleteOldFailures(db, days(51));
    expect(await db.$count(postponedWork)).toBe(0);
  });

  it('ends the poll if its task takes it nevertheless', async () => {
    const batches = createBatches({ ...app.platform, log }, { task, size: 5 });
    const step = () =>
      batches.next(async (_tx, { taking }) => {
        taking(['row']);
        throw new Error('no');
      });
    expect(await step()).toBe(true);
    await expect(step()).rejects.toThrow('no');
  });
});
