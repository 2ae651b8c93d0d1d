import { eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { attachmentOf } from '../../../test/attachment.ts';
import { countLockWaits } from '../../../test/count-lock-waits.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, aReminder, aUser } from '../../../test/factories.ts';
import { parseCalendar } from '../../../test/parse-calendar.ts';
import { pollNotifications } from '../../../test/poll-notifications.ts';
import { pollReminders } from '../../../test/reminder-fixture.ts';
import { concurrently } from '../../../test/requests.ts';
import { testMailServer } from '../../../test/smtp.ts';
import { lockTable } from '../../../test/table-lock.ts';
import { openConnection, type Transaction } from '../../platform/database/connection.ts';
import { claimDue, processDue } from '../../platform/due-work/due-work.ts';
import { dueWork } from '../../platform/due-work/schema.ts';
import { mails } from '../../platform/mail/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import { activities } from '../activities/schema.ts';
import { notifications } from '../notifications/schema.ts';
import { REMINDERS } from './due-repository.ts';
import { reminders, sentReminders } from './schema.ts';
import { reminders as handler } from './sending-service.ts';

// Two app processes share one database and use a real mail server.
const database = await testDatabase();
const mailServer = await testMailServer();
const settings = { SMTP_URL: mailServer.url, MAIL_FROM: 'Minga <hola@minga.example.org>' };
const here = await testApp(settings, database);
const there = await testApp(settings, database);
const { db } = here.platform;
afterAll(() => mailServer.stop());

const HOUR_MS = 3_600_000;
const pollBoth = () => Promise.allSettled([here, there].map(({ platform }) => pollReminders(platform)));
/** Polls until the check passes, because the next poll claims rows that a running poll or a dying process had locked. */
const pollUntil = (check: () => Promise<unknown>, expected: unknown) =>
  expect.poll(() => pollBoth().then(check), { timeout: 30_000 }).toEqual(expected);

/** Creates `count` due reminders of accounts and visitors for a few activities. */
async function manyDue(count: number) {
  const activity = await anActivity(db, { date: new Date(NOON.getTime() + HOUR_MS) });
  const person = (index: number) => `p${index}-${activity.id}@example.org`;
  await db.execute(sql`insert into users (id, username, email, password_hash, created_at, updated_at)
    select gen_random_uuid(), 'P', 'p' || n || ${`-${activity.id}@example.org`}, '-', ${NOON}, ${NOON}
    from generate_series(0, ${count - 1}) n where n % 2 = 0`);
  await db.execute(sql`insert into attendances (id, activity_id, user_id, name, email, created_at)
    select gen_random_uuid(), ${activity.id}, users.id, 'P', coalesce(users.email, people.email), ${NOON}
    from (select 'p' || n || ${`-${activity.id}@example.org`} as email from generate_series(0, ${count - 1}) n) people
    left join users on users.email = people.email`);
  await db.execute(sql`insert into reminders (id, activity_id, user_id, attendance_id, days_before, created_at)
    select gen_random_uuid(), activity_id, user_id, case when user_id is null then id end, 1, ${NOON}
    from attendances where activity_id = ${activity.id}`);
  return { activity, expected: Array.from({ length: count }, (_, index) => person(index)).sort() };
}

const mailRecipients = async () => (await db.select().from(mails)).map(({ recipient }) => recipient).sort();

beforeEach(async () => {
  for (const app of [here, there]) app.setNow(NOON);
  for (const table of [reminders, dueWork, notifications, mails]) await db.delete(table);
});

it('two processes that poll concurrently send hundreds of reminders once each', async () => {
  const { expected } = await manyDue(300);
  await concurrently(20, pollBoth);
  // Polls again, because some of the concurrent polls may have obtained no connection in time.
  await pollUntil(mailRecipients, expected);
  const bells = await db.select({ userId: notifications.userId }).from(notifications);
  expect(bells).toHaveLength(150);
  expect(new Set(bells.map(({ userId }) => userId)).size).toBe(150);
  expect(await db.$count(sentReminders)).toBe(300);
  expect(await db.$count(dueWork)).toBe(0);
});

it('connections killed again and again lose and duplicate no reminder', async () => {
  const { expected } = await manyDue(80);
  for (let round = 0; round < 3; round += 1) {
    // Both processes have recorded reminders as sent, in transactions that cannot store the notifications.
    const lock = await lockTable(database.url, 'notifications');
    const polls = pollBoth();
    await vi.waitFor(async () => expect(await countLockWaits(db)).toBe(2), 20_000);
    await db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect((await polls).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await lock.release();
  }
  await pollUntil(mailRecipients, expected);
  expect(await db.$count(notifications)).toBe(40);
  expect(await db.$count(sentReminders)).toBe(80);
});

it('a reminder claimed in a transaction that rolls back is sent by another process', async () => {
  const { expected } = await manyDue(4);
  const ofAccounts = await db.select({ id: reminders.id }).from(reminders).where(isNotNull(reminders.userId));
  const keys = ofAccounts.map(({ id }) => id);
  const undone = db.transaction(async tx => {
    expect(await claimDue(tx, REMINDERS, keys, NOON)).toHaveLength(2);
    // This transaction locks the accounts' reminders, so the other process sends only those of visitors, without waiting.
    await pollReminders(there.platform);
    expect(await mailRecipients()).toHaveLength(2);
    throw new Error('the process dies');
  });
  await expect(undone).rejects.toThrow('the process dies');
  await pollReminders(there.platform);
  expect(await mailRecipients()).toEqual(expected);
});

it('a poll with nothing due runs one query of each kind', async () => {
  await aReminder(db);
  await pollReminders(here.platform);
  const query = vi.spyOn(database.connection.pool, 'query');
  await pollReminders(here.platform);
  await pollNotifications(here.platform);
  // Reminders, due work of decisions, and the other notifications.
  expect(query).toHaveBeenCalledTimes(3);
  query.mockRestore();
});

it('claims no more than the limit, with any query plan', async () => {
  await manyDue(60);
  const ways = ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'memoize'];
  const url = new URL(database.url);
  url.searchParams.set('options', ways.map(way => `-c enable_${way}=off`).join(' '));
  const connection = openConnection(url.href, () => undefined);
  const claimed: number[] = [];
  const run = async (_platform: Platform, tx: Transaction, rows: readonly object[]) => {
    const { rows: settings } = await tx.execute(sql`select current_setting('enable_sort') as sort`);
    expect(settings).toEqual([{ sort: 'off' }]);
    claimed.push(rows.length);
  };
  await processDue({ ...here.platform, db: connection.db }, [{ ...handler, size: 7, run }]);
  await connection.close();
  expect(claimed).toEqual([7, 7, 7, 7, 7, 7, 7, 7, 4]);
});

it('reminders follow a date that changes while they are being planned', async () => {
  const owner = await aUser(db);
  const activity = await anActivity(db, { ownerId: owner.id });
  const { id } = await aReminder(db, { activityId: activity.id, userId: owner.id });
  const date = new Date('2027-03-01T14:00:00.000Z');
  await db.transaction(async tx => {
    await tx.update(activities).set({ date }).where(eq(activities.id, activity.id));
    // The planning neither waits for the edit nor uses the old date.
    await pollReminders(there.platform);
  });
  await pollReminders(there.platform);
  const [planned] = await db.select().from(dueWork).where(eq(dueWork.key, id));
  expect(planned?.at).toEqual(new Date('2027-02-28T14:00:00.000Z'));
});

it('a mail server that is down for a while loses and duplicates none', async () => {
  await mailServer.stop();
  const { activity, expected } = await manyDue(12);
  await here.startJobs();
  await there.startJobs();
  await pollUntil(() => db.$count(mails, isNotNull(mails.failure)), 12);
  expect(mailServer.received).toEqual([]);
  await mailServer.start();
  await vi.waitFor(async () => expect(await db.$count(mails, isNull(mails.sentAt))).toBe(0), {
    timeout: 40_000,
    interval: 50,
  });
  expect(mailServer.received.map(email => email.recipients[0]).sort()).toEqual(expected);
  const [{ source } = { source: '' }] = mailServer.received;
  const headers = source.split('\r\n\r\n')[0]?.replaceAll(/\r\n\s+/g, ' ');
  expect(headers).toMatch(/^List-Unsubscribe: <http:\/\/localhost:3000\/dejar-correos\?token=[\w-]{43}>$/m);
  expect(headers).toMatch(/^List-ID: Avisos de Minga <avisos\.localhost>$/m);
  expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  for (const email of mailServer.received) {
    const { type, content } = attachmentOf(email.source);
    expect(type).toMatch(/^text\/calendar; charset=utf-8; method=PUBLISH/);
    const calendar = parseCalendar(content);
    expect(calendar.properties).toMatchObject({ METHOD: 'PUBLISH' });
    expect(calendar.parts.find(({ name }) => name === 'VEVENT')?.properties).toMatchObject({
      UID: `${activity.id}@minga`,
      'DTSTART;TZID=America/Bogota': '20261121T130000',
    });
  }
  expect((await db.select().from(mails)).flatMap(({ attachments }) => attachments)).toEqual([]);
});
