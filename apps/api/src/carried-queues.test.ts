import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../test/app.ts';
import { earlierRelease } from '../test/upgrade/first-release.ts';
import { openConnection } from './platform/database/connection.ts';
import { applyMigrations } from './platform/database/migrations.ts';
import { DEAD_LETTERS } from './platform/jobs/dead-letters.ts';

// A database of the last release with the earlier names of tables and queues, with a job that waits, one that failed and one dead letter.
const MIGRATIONS = 62;
const id = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;
const [ACTIVITY, waiting, failed, dead] = [id(1), id(2), id(3), id(4)] as const;
const url = await earlierRelease(
  MIGRATIONS,
  `insert into mail_refusals (email_hash, kind) values ('x', 'reminder');
  insert into news (id, type, activity_id, title, old_date, old_place, date, place, created_at)
    values ('${ACTIVITY}', 'deletion', '${ACTIVITY}', 't', now(), 'p', now(), 'p', now());
  insert into news_recipients (news_id, name, email) values ('${ACTIVITY}', 'Ana', 'ana@example.org')`,
);
const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
await boss.start();
await boss.createQueue(DEAD_LETTERS);
for (const queue of ['account-letters', 'attendance-letters'])
  await boss.createQueue(queue, { deadLetter: DEAD_LETTERS, retryLimit: 30 });
await boss.insert('account-letters', [
  { id: waiting, data: { letterId: waiting, email: 'ana@example.org' } },
]);
await boss.insert('attendance-letters', [{ id: failed, data: { letterId: failed } }]);
await boss.stop();
const connection = openConnection(url, () => undefined);
const { db } = connection;
afterAll(() => connection.close());
await db.execute(sql`update pgboss.job set state = 'retry', retry_count = 2 where id = ${failed}`);
await db.execute(sql`insert into pgboss.job (id, name, data, source_name, source_id, source_retry_count)
  values (${dead}, ${DEAD_LETTERS}, ${JSON.stringify({ letterId: dead })}, 'account-letters', ${dead}, 30)`);
await applyMigrations(url);
const app = await testApp({}, { url, connection });
await app.platform.jobs.queues();

it('a migration carries waiting, failed and dead jobs across to the new names of their queues', async () => {
  const { rows } = await db.execute(
    sql`select id, name, state, retry_count as retries, data->>'emailId' as "emailId", source_name as source
      from pgboss.job where name not like '\\_\\_pgboss%' order by id`,
  );
  expect(rows).toEqual([
    { id: waiting, name: 'account-emails', state: 'created', retries: 0, emailId: waiting, source: null },
    { id: failed, name: 'attendance-emails', state: 'retry', retries: 2, emailId: failed, source: null },
    { id: dead, name: DEAD_LETTERS, state: 'created', retries: 0, emailId: dead, source: 'account-emails' },
  ]);
  expect(await app.platform.jobs.queues()).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'account-emails' })]),
  );
  expect(
    await db.execute(sql`select from pgboss.queue where name like '%-letters' and name <> ${DEAD_LETTERS}`),
  ).toMatchObject({ rows: [] });
});

it('a dead letter is retried in the queue with the new name', async () => {
  await db.transaction(tx => app.platform.jobs.retry(tx, { id: dead, limit: 1 }));
  const { rows } = await db.execute(
    sql`select name from pgboss.job where data->>'emailId' = ${dead} and state < 'completed'`,
  );
  expect(rows).toEqual([{ name: 'account-emails' }]);
});

it('keeps the rows of renamed tables', async () => {
  const { rows } =
    await db.execute(sql`select (select count(*)::int from mail_unsubscriptions) as unsubscriptions,
    (select count(*)::int from announcement_recipients join announcements on announcements.id = announcement_id) as recipients`);
  expect(rows).toEqual([{ unsubscriptions: 1, recipients: 1 }]);
});
