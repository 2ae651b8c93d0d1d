import { TODAY_SHOWN } from '@minga/contract/administration/today';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aDeadLetter } from '../../../test/dead-letters.ts';
import {
  aCollective,
  anActivity,
  anOccurrence,
  aReminder,
  aUser,
  signedIn,
} from '../../../test/factories.ts';
import { aReportCase, aWebhook } from '../../../test/trust-factories.ts';
import { mails } from '../../platform/mail/schema.ts';
import { version } from '../../version.ts';
import { activities, activityMemories } from '../activities/schema.ts';
import { collectives } from '../collectives/schema.ts';
import { reportCases } from '../reports/schema.ts';
import { backups } from './schema.ts';

describe('status', async () => {
  const app = await testApp();
  const withExternalServices = await testApp({
    S3_URL: 's3://localhost/imagenes',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Minga <hola@example.org>',
    BACKUP_ALARM_HOURS: '0',
  });
  const { platform } = app;
  const { db, mailer } = platform;
  const MINUTE_MS = 60_000;

  async function statusOf(one = app) {
    const { headers } = await signedIn(one.platform.db, { role: 'admin' });
    const reply = await one.inject({ url: '/api/system', headers });
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    return reply.json();
  }

  /** Stores an e-mail that has waited for `minutes`. */
  async function anEmail(
    recipient: string,
    minutes: number,
    values: Partial<typeof mails.$inferInsert> = {},
  ) {
    const createdAt = new Date(NOON.getTime() - minutes * MINUTE_MS);
    const texts = { subject: 'Un asunto secreto', html: 'secreto', text: 'secreto' };
    const [row] = await db
      .insert(mails)
      .values({ recipient, createdAt, ...texts, ...values })
      .returning();
    return row?.id ?? '';
  }

  beforeEach(async () => {
    await platform.jobs.queues();
    await db.execute(sql`delete from pgboss.job`);
    await db.delete(mails);
  });

  it('a new site has no waiting jobs or e-mails', async () => {
    const status = await statusOf();
    expect(status).toMatchObject({
      ...version,
      startedAt: NOON.toISOString(),
      checkedAt: NOON.toISOString(),
      letters: {
        waiting: 0,
        failing: 0,
        givenUp: 0,
        expired: 0,
        lastSentAt: null,
        unsent: [],
        isLocalMailbox: true,
        isKept: false,
      },
      deadLetters: { total: 0, shown: [] },
      lateReminders: 0,
      backup: { last: null, isExpected: true, isOverdue: false },
      images: { count: 0 },
    });
    expect(version.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(version.commit).toMatch(/^[0-9a-f]{7}$/);
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok', ...version });
    expect(status.database.answerMs).toBeGreaterThan(0);
    expect(status.database.bytes).toBeGreaterThan(1_000_000);
    expect(status.images.disk.freeBytes).toBeGreaterThan(0);
    expect(status.images.disk.totalBytes).toBeGreaterThanOrEqual(status.images.disk.freeBytes);
    expect(status.queues.map(({ name }: { name: string }) => name).sort()).toEqual([
      'account-emails',
      'account-sweep',
      'answer-sweep',
      'attendance-emails',
      'federation-sweep',
      'feedback-sweep',
      'image-sweep',
      'invitation-sweep',
      'mail-sweep',
      'mails',
      'notification-sweep',
      'postponed-sweep',
      'reminder-sweep',
      'visitor-retention',
      'webhook-sweep',
    ]);
  });

  it('reports a mail server and an S3 store', async () => {
    const { letters, images } = await statusOf(withExternalServices);
    expect([letters.isLocalMailbox, letters.isKept, images.disk]).toEqual([false, false, null]);
  });

  describe('unsent e-mails', () => {
    it('are listed, the oldest first, with masked addresses and without their text', async () => {
      const sentAt = new Date(NOON.getTime() - 5 * MINUTE_MS);
      await anEmail('sent@example.org', 60, { sentAt });
      const failing = await anEmail('luz@example.org', 30, { failure: 'EAUTH 535' });
      const exhausted = await anEmail('ana@example.org', 40, { failure: 'ESOCKET' });
      const waiting = await anEmail('rosa@example.org', 1);
      await aDeadLetter(platform, { data: { mailIds: [exhausted] } });
      const failure = 'EENVELOPE 550 5.1.1';
      const rejected = await anEmail('ivan@example.org', 35, { failure, state: 'rejected' });
      for (const state of ['held', 'review', 'gathered', 'dropped', 'expired'] as const)
        await anEmail('otra@example.org', 20, { state });
      const { letters } = await statusOf();
      expect(letters).toMatchObject({
        waiting: 2,
        failing: 1,
        givenUp: 2,
        expired: 1,
        lastSentAt: sentAt.toISOString(),
      });
      const at = (minutes: number) => new Date(NOON.getTime() - minutes * MINUTE_MS).toISOString();
      expect(letters.unsent).toEqual([
        {
          _id: exhausted,
          recipient: 'a•••@example.org',
          createdAt: at(40),
          state: 'given-up',
          failure: 'ESOCKET',
        },
        {
          _id: rejected,
          recipient: 'i•••@example.org',
          createdAt: at(35),
          state: 'given-up',
          failure,
        },
        {
          _id: failing,
          recipient: 'l•••@example.org',
          createdAt: at(30),
          state: 'waiting',
          failure: 'EAUTH 535',
        },
        {
          _id: waiting,
          recipient: 'r•••@example.org',
          createdAt: at(1),
          state: 'waiting',
          failure: null,
        },
      ]);
      expect(JSON.stringify(letters)).not.toContain('secreto');
    });

    it.each([
      ['EENVELOPE 452 4.2.2', 0],
      ['EENVELOPE 450 4.1.1', 0],
      ['EENVELOPE 450', 0],
      ['EENVELOPE 450 4.1.8', 1],
      ['EENVELOPE 451 4.7.1', 1],
      ['EENVELOPE 550 5.7.1', 1],
      ['EMESSAGE 452 4.3.1', 1],
      ['EAUTH 535', 1],
      ['ESOCKET', 1],
    ])('are failing because of the mail server alone, not of their address: %s', async (failure, failing) => {
      await anEmail('luz@example.org', 30, { failure });
      expect((await statusOf()).letters).toMatchObject({ waiting: 1, failing, givenUp: 0 });
    });

    it('are all counted, and twenty are listed', async () => {
      for (let minutes = 0; minutes < 25; minutes++) await anEmail('luz@example.org', minutes);
      const { letters } = await statusOf();
      expect([letters.waiting, letters.unsent.length]).toEqual([25, 20]);
    });

    it('and other waiting jobs count in their queue after some seconds', async () => {
      const email = { to: 'luz@example.org', subject: 'Hola', html: 'Hola', text: 'Hola' };
      await db.transaction(tx =>
        mailer.send(tx, email, { kind: 'passwordChangedEmail', cause: 'recipient' }),
      );
      await vi.waitFor(
        async () =>
          expect((await statusOf()).queues).toContainEqual({ name: 'mails', waiting: 1, active: 0 }),
        { timeout: 30_000, interval: 200 },
      );
    });
  });

  it('dead letters are listed with queue and reason, the newest first, without their data', async () => {
    const data = { email: 'luz@example.org', emailId: 'x', cause: 'resend' };
    const fault = { message: 'query failed', cause: { message: 'nobody@example.org is unknown' } };
    const older = await aDeadLetter(platform, { queue: 'account-emails', data, fault });
    const newer = await aDeadLetter(platform);
    const { deadLetters } = await statusOf();
    expect(deadLetters).toEqual({
      total: 2,
      shown: [
        { _id: newer, queue: 'mails', failedAt: expect.any(String), attempts: 31, reason: 'ECONNECTION' },
        {
          _id: older,
          queue: 'account-emails',
          failedAt: expect.any(String),
          attempts: 31,
          reason: 'query failed: n•••@example.org is unknown',
        },
      ],
    });
  });

  it('late reminders are counted, except those without a recipient', async () => {
    const late = new Date(NOON.getTime() - 2 * MINUTE_MS);
    await aReminder(db, { dueAt: late });
    await aReminder(db, { dueAt: null });
    await aReminder(db, { dueAt: new Date(NOON.getTime() - 5_000) });
    const { activityId } = await aReminder(db, { dueAt: late });
    await db.execute(
      sql`update activities set status = 'rejected', rejection_reason = 'No' where id = ${activityId}`,
    );
    expect((await statusOf()).lateReminders).toBe(1);
  });

  describe('the last backup', () => {
    const before = (milliseconds: number) => new Date(NOON.getTime() - milliseconds);
    const [limit, size] = [36 * 60 * MINUTE_MS, { milliseconds: 41_300, bytes: 12_000_000_000 }];

    it.each([
      ['is not overdue at the limit', [{ recordedAt: before(limit), ...size }], false],
      ['is overdue after the limit', [{ recordedAt: before(limit + 1), ...size }], true],
      ['is the newest', [limit + 1, 9, limit].map(ms => ({ recordedAt: before(ms), ...size })), false],
      [
        'counts although recording started later by another clock',
        [{ recordedAt: before(limit + 1), ...size }, { recordedAt: before(9) }],
        true,
      ],
      ['is expected within the limit after recording started', [{ recordedAt: before(limit) }], false],
      ['is missed once recording started longer ago', [{ recordedAt: before(limit + 1) }], true],
    ])('%s', async (_case, rows, isOverdue) => {
      await db.delete(backups);
      await db.insert(backups).values(rows);
      const newest = rows
        .flatMap(row => ('bytes' in row ? row.recordedAt.toISOString() : []))
        .sort()
        .at(-1);
      expect((await statusOf()).backup).toEqual({
        last: newest === undefined ? null : { finishedAt: newest, ...size },
        isExpected: true,
        isOverdue,
      });
    });

    it('is never overdue if backups are made by other means', async () => {
      const other = withExternalServices.platform.db;
      await other.delete(backups);
      await other.insert(backups).values({ recordedAt: before(10 * limit) });
      const { backup } = await statusOf(withExternalServices);
      expect(backup).toEqual({ last: null, isExpected: false, isOverdue: false });
    });
  });
});

describe('today', async () => {
  const database = await testDatabase();
  const [app, prior] = [await testApp({}, database), await testApp({ MODERATION: 'prior' }, database)];
  const { db } = app.platform;
  const lone = await testApp();
  const admin = await signedIn(db, { role: 'admin' });
  const superadmin = await signedIn(db, { role: 'superadmin' });
  const hours = (count: number) => new Date(NOON.getTime() + count * 3_600_000);

  async function today(one = app, { headers } = admin) {
    const reply = await one.inject({ url: '/api/admin-panel/today', headers });
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    return reply.json();
  }

  const titles = ({ shown }: { shown: { title: string }[] }) => shown.map(({ title }) => title);

  /** The times of an activity that starts in `hour` hours and lasts one hour. */
  const starting = (hour: number) => ({ date: hours(hour), endsAt: hours(hour + 1) });
  const held = { status: 'held', holdKind: 'word', holdTerm: 'bono' } as const;

  beforeEach(async () => {
    for (const table of [reportCases, activities, collectives]) await db.delete(table);
  });

  it('nothing waits on a new site', async () => {
    const { system, ...rest } = await today();
    expect(rest).toEqual({
      reports: { total: 0, others: 0, shown: [] },
      activities: { total: 0, shown: [], unreviewed: 0 },
      collectives: { total: 0, shown: [] },
      held: null,
    });
    expect(system).toMatchObject({ lateReminders: 0, failingWebhooks: [], letters: { failing: 0 } });
  });

  it('shows the most urgent of each kind and counts all', async () => {
    for (let reports = 1; reports <= TODAY_SHOWN + 1; reports += 1) {
      const { id, ownerId } = await anActivity(db, { status: 'approved', title: `Con ${reports}` });
      await aReportCase(db, { targetId: id, authorId: ownerId, title: `Con ${reports}`, reports });
      await anActivity(db, { ...held, ...starting(10 - reports), title: `En ${10 - reports} horas` });
      await aCollective(db, { status: 'held', createdAt: hours(-reports) });
    }
    const { reports, activities: waiting, collectives: named } = await today();
    expect([reports.total, waiting.total, named.total]).toEqual([4, 4, 4]);
    expect(reports.shown.map(({ target }: { target: { title: string } }) => target.title)).toEqual([
      ...['Con 4', 'Con 3', 'Con 2'],
    ]);
    expect(titles(waiting)).toEqual(['En 6 horas', 'En 7 horas', 'En 8 horas']);
    expect(waiting.shown[0]).toMatchObject({ status: 'pending', hold: { kind: 'word', term: 'bono' } });
    expect(named.shown).toHaveLength(TODAY_SHOWN);
  });

  it('shows reports about what begins within 48 hours, or is under way, before others', async () => {
    for (const [title, hour, reports] of [
      ['Mañana', 24, 1],
      ['En dos días', 48, 2],
      ['Después', 49, 9],
      ['Ya empezó', -1, 3],
      ['Terminó', -3, 8],
    ] as const) {
      const times = { date: hours(hour), endDate: hours(hour + 1) };
      const { id, ownerId } = await anActivity(db, { status: 'approved', title, ...times });
      await aReportCase(db, { targetId: id, authorId: ownerId, title, reports });
    }
    const { reports } = await today();
    expect(reports.total).toBe(5);
    expect(reports.shown.map(({ target }: { target: { title: string } }) => target.title)).toEqual([
      ...['Ya empezó', 'En dos días', 'Mañana'],
    ]);
  });

  it('a superadmin sees the system and how much is held, and neither reports nor activities or collectives', async () => {
    await anActivity(db, { ...held, ...starting(2) });
    const { id, ownerId } = await anActivity(db, { status: 'approved' });
    await aReportCase(db, { targetId: id, authorId: ownerId });
    const reply = await today(app, superadmin);
    expect(reply).toMatchObject({
      reports: { total: 0, others: 1, shown: [] },
      activities: null,
      collectives: null,
      held: 1,
    });
    expect(reply.system.database.bytes).toBeGreaterThan(0);
  });

  it('a superadmin sees how many cases wait while no administrator is active', async () => {
    const one = lone.platform.db;
    const { headers } = await signedIn(one, { role: 'superadmin' });
    await aUser(one, { role: 'admin', isActive: false });
    const { id, ownerId } = await anActivity(one, { status: 'approved' });
    await aReportCase(one, { targetId: id, authorId: ownerId });
    const cases = async () => (await today(lone, { ...superadmin, headers })).reports;
    expect(await cases()).toEqual({ total: 1, others: 0, shown: [] });
    await aUser(one, { role: 'admin' });
    expect(await cases()).toEqual({ total: 0, others: 1, shown: [] });
  });

  it('with reactive moderation only what is held waits; what is public and pending is counted', async () => {
    await anActivity(db, { status: 'pending', ...starting(2) });
    await anActivity(db, { status: 'pending', ...starting(-5) });
    await anActivity(db, { ...held, ...starting(3), title: 'Bono' });
    const { activities: waiting } = await today();
    expect([titles(waiting), waiting.total, waiting.unreviewed]).toEqual([['Bono'], 1, 1]);
  });

  it('with prior moderation what is pending waits: of a series the next one, and what is past only with a memory', async () => {
    const { seriesId } = await anOccurrence(db, { status: 'pending', ...starting(4), title: 'Sábado 1' });
    await anActivity(db, { status: 'pending', ...starting(28), seriesId, seriesIndex: 2, title: 'Sábado 2' });
    await anActivity(db, { status: 'pending', ...starting(-5), title: 'Pasada' });
    await anActivity(db, { status: 'approved', ...starting(2), title: 'Aprobada' });
    const { id } = await anActivity(db, { status: 'pending', ...starting(-9), title: 'Con memoria' });
    const at = { createdAt: NOON, updatedAt: NOON };
    await db.insert(activityMemories).values({ activityId: id, text: 'Sembramos.', ...at });
    const { activities: waiting } = await today(prior);
    expect([titles(waiting), waiting.total, waiting.unreviewed]).toEqual([['Con memoria', 'Sábado 1'], 2, 0]);
  });

  it('names the collectives with an active webhook that has failed for an hour', async () => {
    const { id: collectiveId } = await aCollective(db, { name: 'Guardianas' });
    await aWebhook(db, { collectiveId, failingSince: hours(-1) });
    await aWebhook(db, { collectiveId, failingSince: hours(-2) });
    await aWebhook(db, { failingSince: hours(-0.9) });
    await aWebhook(db, { failingSince: hours(-30), isActive: false });
    await aWebhook(db);
    expect((await today()).system.failingWebhooks).toEqual(['Guardianas']);
  });
});
