import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { NOON, testApp } from '../test/app.ts';
import { earlierRelease } from '../test/upgrade/first-release.ts';
import { announcementRecipients, announcements } from './modules/notifications/schema.ts';
import { openConnection } from './platform/database/connection.ts';
import { applyMigrations } from './platform/database/migrations.ts';
import { processDue } from './platform/due-work/due-work.ts';
import { dueWork } from './platform/due-work/schema.ts';
import { postponedWork } from './platform/jobs/schema.ts';
import { dueHandlers } from './pollers.ts';

// A database of the last release without the table `due_work`, with work that is due, that is not due, and that has failed.
const MIGRATIONS = 59;
const BELL = [
  'Actividad aprobada',
  ...['Actividad nueva de Minga', 'Actividad nueva de Minga'],
  ...['Actividad retirada', 'Gracias por tu reporte'],
];
/** A day before the activities. */
const REMINDED = new Date('2026-12-19T14:00:00.000Z');
const later = new Date(NOON.getTime() + 3_600_000);
const [SUPER, ANA, LUZ] = ['1', '2', '3'].map(digit => `00000000-0000-7000-8000-00000000000${digit}`);
const [APPROVED, REJECTED, CASE, NEW, COLLECTIVE] = ['a', 'b', 'c', 'd', 'e'].map(
  digit => `00000000-0000-7000-8000-00000000000${digit}`,
);
const users = [SUPER, ANA, LUZ]
  .map(
    id =>
      `('${id}', 'Ana', '${id}@example.org', 'x', '${id === SUPER ? 'superadmin' : 'user'}', now(), now())`,
  )
  .join();
const url = await earlierRelease(
  MIGRATIONS,
  `insert into users (id, username, email, password_hash, role, created_at, updated_at) values ${users};
  insert into totp_factors (user_id, secret, created_at, confirmed_at)
    select id, 'x', now(), now() from users where role = 'user';
  insert into second_factor_resets (user_id, token_hash, requested_at, due_at, requested_by) values
    ('${ANA}', 'a', '2026-11-20', '${NOON.toISOString()}', '${SUPER}'),
    ('${LUZ}', 'b', '2026-11-20', '${later.toISOString()}', '${SUPER}');
  insert into activities (id, owner_id, title, description, responsible, place, date, status, rejection_reason, created_at, updated_at)
    select id, '${LUZ}', 'Siembra', '', '{}'::text[], '', '2026-12-20T14:00Z'::timestamptz, status, reason, now(), now() from (values
      ('${NEW}', 'approved', null), ('${APPROVED}'::uuid, 'approved', null), ('${REJECTED}'::uuid, 'rejected', 'No')) as new (id, status, reason);
  insert into approval_notices (activity_id, due_at) values ('${APPROVED}', '${NOON.toISOString()}');
  insert into rejection_notices (activity_id, status, due_at) values ('${REJECTED}', 'approved', '${NOON.toISOString()}');
  insert into report_cases (id, target_type, target_id, title, author_id, status, opened_at, closed_at, decision, note, decided_at, effects_due_at, undo)
    values ('${CASE}', 'activity', '${APPROVED}', 'Siembra', '${LUZ}', 'closed', '2026-11-20', '2026-11-20', 'dismiss', '', '2026-11-20',
      '${NOON.toISOString()}', '{"status": "approved", "rejectionReason": null, "hasAppeal": false, "decision": null, "hidden": []}');
  insert into reports (id, case_id, round, reporter_id, reason, text, created_at)
    values ('${CASE}', '${CASE}', 1, '${ANA}', 'spam', '', '2026-11-20');
  insert into teams (id, kind) values ('${COLLECTIVE}', 'collective');
  insert into collective_slugs (slug) values ('minga');
  insert into collectives (id, slug, name, description, place, created_at, updated_at)
    values ('${COLLECTIVE}', 'minga', 'Minga', '', '', '2026-11-20', '2026-11-20');
  update activities set collective_id = '${COLLECTIVE}', title = 'Nueva' where id = '${NEW}';
  insert into collective_followers (collective_id, user_id, mail, created_at)
    select '${COLLECTIVE}', id, 'nunca', '2026-11-20' from users where id <> '${LUZ}';
  insert into follower_news (activity_id, collective_id, created_at, due_at, last_user_id)
    values ('${NEW}', '${COLLECTIVE}', '2026-11-21T15:00Z', '${NOON.toISOString()}', '${SUPER}');
  insert into follow_digests (user_id, activity_id, due_at) values ('${ANA}', '${NEW}', '${NOON.toISOString()}');
  insert into reminders (id, user_id, activity_id, days_before, due_at, is_pending, created_at) values
    ('${APPROVED}', '${LUZ}', '${APPROVED}', 1, '${REMINDED.toISOString()}', true, '2026-11-20'),
    ('${REJECTED}', '${LUZ}', '${REJECTED}', 1, '${REMINDED.toISOString()}', false, '2026-11-20'),
    ('${NEW}', '${LUZ}', '${NEW}', 1, null, true, '2026-11-20');
  insert into series_changes (id, due_at) values ('${CASE}', '${later.toISOString()}');
  insert into activity_changes (activity_id, date, place, due_at, series_change_id) values
    ('${REJECTED}', '2026-12-21T14:00Z', 'Parque', '${NOON.toISOString()}', null),
    ('${APPROVED}', '2026-12-20T14:00Z', 'Parque', '${NOON.toISOString()}', '${CASE}'),
    ('${NEW}', '2026-12-20T14:00Z', 'Plaza', '${NOON.toISOString()}', '${CASE}');
  insert into attendances (id, activity_id, user_id, email, name, status, created_at)
    select id, id, '${ANA}', '${ANA}@example.org', 'Ana', 'confirmed', '2026-11-20' from activities;
  insert into postponed_work (task, key, failures, failed_at, retry_at) values
    ('reminders', '${APPROVED}', 1, '${NOON.toISOString()}', '${NOON.toISOString()}'),
    ('seriesChanges', '${CASE}', 1, '${NOON.toISOString()}', '${NOON.toISOString()}'),
    ('factorResets', '${ANA}', 3, '${NOON.toISOString()}', '${NOON.toISOString()}'),
    ('news', '${NEW} ${SUPER}', 2, '${NOON.toISOString()}', '${NOON.toISOString()}'),
    ('factorResets', 'gone', 3, '${NOON.toISOString()}', null)`,
);
await applyMigrations(url);
const connection = openConnection(url, () => undefined);
afterAll(() => connection.close());
const app = await testApp({}, { url, connection });
const { db } = app.platform;

const state = async () =>
  (
    await db.execute(sql`select
      (select jsonb_agg(user_id) from totp_factors) as factors,
      (select jsonb_agg(title order by title) from notifications) as bell, (select jsonb_agg(kind order by kind, recipient) from mails) as mails`)
  ).rows[0];

it('a migration carries due work across, with its failures, and it is done once', async () => {
  const published = { collectiveId: COLLECTIVE, createdAt: '2026-11-21T15:00:00.000Z' };
  const plain = { at: NOON, data: {}, failures: 0, retryAt: null };
  expect(await db.select().from(dueWork).orderBy(dueWork.kind, dueWork.key)).toEqual([
    { ...plain, kind: 'approvals', key: APPROVED },
    {
      ...plain,
      kind: 'changes',
      key: REJECTED,
      data: { activities: { [`${REJECTED}`]: { date: '2026-12-21T14:00:00.000Z', place: 'Parque' } } },
    },
    {
      kind: 'changes',
      key: CASE,
      at: later,
      data: {
        activities: {
          [`${APPROVED}`]: { date: '2026-12-20T14:00:00.000Z', place: 'Parque' },
          [`${NEW}`]: { date: '2026-12-20T14:00:00.000Z', place: 'Plaza' },
        },
      },
      failures: 1,
      retryAt: NOON,
    },
    { ...plain, kind: 'decisions', key: CASE },
    { kind: 'factorResets', key: ANA, at: NOON, data: {}, failures: 3, retryAt: NOON },
    { ...plain, kind: 'factorResets', key: LUZ, at: later },
    { ...plain, kind: 'news', key: NEW, data: { ...published, lastUserId: SUPER } },
    {
      ...plain,
      kind: 'news',
      key: `${NEW} ${SUPER}`,
      data: { ...published, lastUserId: SUPER, userId: SUPER },
      failures: 2,
      retryAt: NOON,
    },
    { ...plain, kind: 'newsDigests', key: ANA },
    { ...plain, kind: 'rejections', key: REJECTED, data: { status: 'approved' } },
    { ...plain, kind: 'reminders', key: APPROVED, at: REMINDED, failures: 1, retryAt: NOON },
    { ...plain, kind: 'reminders', key: NEW, at: new Date(0) },
  ]);
  expect(await db.$count(postponedWork)).toBe(0);
  for (const now of [new Date(NOON.getTime() - 1), NOON, NOON]) {
    app.setNow(now);
    await processDue(app.platform, [...dueHandlers.dueWork, ...dueHandlers.followers]);
  }
  expect(await state()).toEqual({
    factors: [LUZ],
    bell: BELL,
    mails: ['newsDigestEmail', 'secondFactorResetEmail'],
  });
  app.setNow(later);
  await processDue(app.platform, [...dueHandlers.dueWork, ...dueHandlers.followers]);
  expect(await state()).toEqual({
    factors: null,
    bell: BELL,
    mails: ['newsDigestEmail', 'secondFactorResetEmail', 'secondFactorResetEmail'],
  });
  // One edit of two activities reaches their attendee once; the rejected activity's change waits.
  expect(await db.$count(announcements, eq(announcements.type, 'change'))).toBe(2);
  const recipientsOfChanges = db
    .select({ userId: announcementRecipients.userId, dates: announcementRecipients.dates })
    .from(announcementRecipients)
    .innerJoin(announcements, eq(announcements.id, announcementRecipients.announcementId))
    .where(eq(announcements.type, 'change'));
  expect(await recipientsOfChanges).toEqual([{ userId: ANA, dates: 2 }]);
  expect(await db.select().from(dueWork).orderBy(dueWork.key)).toMatchObject([
    { kind: 'reminders', key: APPROVED, at: REMINDED },
    { kind: 'changes', key: REJECTED, at: NOON },
    { kind: 'reminders', key: NEW, at: REMINDED },
  ]);
});
