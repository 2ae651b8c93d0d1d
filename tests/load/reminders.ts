import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { startProduct } from '../../scripts/product.ts';
import { createBaselineTable } from './baseline-table.ts';
import { CONNECTIONS } from './http-load.ts';
import { addOwners } from './owners.ts';
import { peakMemoryDuring } from './resident-memory.ts';
import { type Row, rowOf } from './row.ts';
import { type Part, type Pool, type Site, settingsOf } from './site.ts';
import { type Timing, timeLoops } from './timing.ts';
import { waitForEmails } from './wait-for-emails.ts';

const part = 'reminders';
const REMINDERS = 2_000;
const IDLE_SECONDS = 30;
/** Excludes the start from the idle measurement; PostgreSQL reports statistics with a delay of up to 10 s. */
const SETTLE_MS = 15_000;
const POLL_MS = 20;

/** Due reminders, each an e-mail and a notification, by one process and by two; and the queries of an idle process. */
export const reminders: Part = {
  name: part,
  async run(site) {
    const baseline = await timeBaseline(site);
    const rows = [await measureIdle(site), ...(await measureSending(site, 'by one process', baseline.rate))];
    const other = await startProduct(settingsOf(site.databaseUrl));
    try {
      return [...rows, ...(await measureSending(site, 'by two processes', baseline.rate))];
    } finally {
      await other.stop();
    }
  },
};

/** The baseline: one notification and one e-mail per transaction. */
async function timeBaseline({ pool, profile }: Site): Promise<Timing> {
  const [owner] = await addOwners(pool, 1);
  const notifications = await createBaselineTable(pool, 'notifications');
  const mails = await createBaselineTable(pool, 'mails');
  const text = 'Siembra, mañana a las 9:00, Parque. '.repeat(100);
  return timeLoops(profile, CONNECTIONS, () =>
    pool.query(
      `with notification as (
         insert into ${notifications} (id, user_id, type, title, message, created_at)
         select $1, owner_id, 'reminder', 'Siembra', 'Mañana', now() from activities where id = $2
       ) insert into ${mails} (id, recipient, subject, html, text, created_at) values ($1, $3, 'Recordatorio', $4, $4, now())`,
      [randomUUID(), owner?.activityId, `${randomUUID()}@example.org`, text],
    ),
  );
}

async function measureIdle({ pool, profile }: Site): Promise<Row> {
  await wait(SETTLE_MS * profile.share);
  const before = await queryNumber(pool, COMMITTED);
  const seconds = Math.max(1, IDLE_SECONDS * profile.share);
  await wait(seconds * 1000);
  const rate = ((await queryNumber(pool, COMMITTED)) - before) / seconds;
  return rowOf({ part, call: 'transactions of an idle process', rate });
}

/** Measures from the first committed batch to the last, which excludes the wait for the next poll. */
async function measureSending(
  { pool, pid, profile }: Site,
  call: string,
  baselineRate: number,
): Promise<Row[]> {
  const count = REMINDERS * profile.share;
  const sentBefore = await queryNumber(pool, SENT);
  const sent = async () => (await queryNumber(pool, SENT)) - sentBefore;
  const { result, megabytes } = await peakMemoryDuring(pid, async () => {
    await fillReminders(pool, count);
    let first = 0;
    while (first === 0) first = await sent();
    const startedAt = performance.now();
    const rateOf = (done: number) => (done / (performance.now() - startedAt)) * 1000;
    while ((await sent()) < count) await wait(POLL_MS);
    const reminderRate = rateOf(count - first);
    await waitForEmails(pool);
    return { reminderRate, emailRate: rateOf(count) };
  });
  const notified = await queryNumber(pool, 'select count(distinct user_id) from notifications');
  if (notified !== sentBefore + count) throw new Error('a reminder was lost or duplicated');
  return [
    rowOf({ part, call, rate: result.reminderRate, baselineRate, megabytes }),
    rowOf({ part, call: `${call}, e-mails sent`, rate: result.emailRate, baselineRate, megabytes }),
  ];
}

const COMMITTED = 'select xact_commit from pg_stat_database where datname = current_database()';
const SENT = 'select count(*) from sent_reminders';

async function queryNumber(pool: Pool, statement: string): Promise<number> {
  const { rows } = await pool.query<Record<string, string>>(statement);
  return Number(Object.values(rows[0] ?? {})[0]);
}

/** Inserts `count` accounts, each with a due reminder of its own activity in an hour. */
const fillReminders = (pool: Pool, count: number) =>
  pool.query(
    `with people as (
       insert into users (id, username, email, password_hash, created_at, updated_at)
       select gen_random_uuid(), 'Persona', gen_random_uuid() || '@example.org', '-', now(), now()
       from generate_series(1, $1::int) returning id
     ), owned as (
       insert into activities (id, owner_id, title, description, place, date, responsible, created_at, updated_at)
       select gen_random_uuid(), id, 'Siembra', '', 'Parque', now() + interval '1 hour', array['Ana'], now(), now()
       from people returning id, owner_id
     )
     insert into reminders (id, user_id, activity_id, days_before, created_at)
     select gen_random_uuid(), owner_id, id, 1, now() from owned`,
    [count],
  );
