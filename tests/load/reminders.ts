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
/** Starting itself is not idling; and PostgreSQL counts what a connection did up to 10 s later. */
const SETTLE_MS = 15_000;
const POLL_MS = 20;

/** Due reminders, each a letter and a notification, by one process and by two; and what an idle process asks for. */
export const reminders: Part = {
  name: part,
  async run(site) {
    const bare = await timeBaseline(site);
    const rows = [await measureIdle(site), ...(await measureSending(site, 'by one process', bare.rate))];
    const other = await startProduct(settingsOf(site.databaseUrl));
    try {
      return [...rows, ...(await measureSending(site, 'by two processes', bare.rate))];
    } finally {
      await other.stop();
    }
  },
};

/** What each leaves: a notification and a letter, one of each a transaction. */
async function timeBaseline({ pool, profile }: Site): Promise<Timing> {
  const [owner] = await addOwners(pool, 1);
  const notifications = await createBaselineTable(pool, 'notifications');
  const mails = await createBaselineTable(pool, 'mails');
  const text = 'Siembra, mañana a las 9:00, Parque. '.repeat(100);
  return timeLoops(profile, CONNECTIONS, () =>
    pool.query(
      `with told as (
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

/** From the first batch that is through to the last, so that the wait for the next round does not count. */
async function measureSending(
  { pool, pid, profile }: Site,
  call: string,
  baselineRate: number,
): Promise<Row[]> {
  const count = REMINDERS * profile.share;
  const had = await queryNumber(pool, SENT);
  const sent = async () => (await queryNumber(pool, SENT)) - had;
  const { result, megabytes } = await peakMemoryDuring(pid, async () => {
    await fillReminders(pool, count);
    let first = 0;
    while (first === 0) first = await sent();
    const begin = performance.now();
    const rateOf = (done: number) => (done / (performance.now() - begin)) * 1000;
    while ((await sent()) < count) await wait(POLL_MS);
    const told = rateOf(count - first);
    await waitForEmails(pool);
    return { told, letters: rateOf(count) };
  });
  const notified = await queryNumber(pool, 'select count(distinct user_id) from notifications');
  if (notified !== had + count) throw new Error('a reminder was lost or doubled');
  return [
    rowOf({ part, call, rate: result.told, baselineRate, megabytes }),
    rowOf({ part, call: `${call}, letters sent`, rate: result.letters, baselineRate, megabytes }),
  ];
}

const COMMITTED = 'select xact_commit from pg_stat_database where datname = current_database()';
const SENT = 'select count(*) from sent_reminders';

async function queryNumber(pool: Pool, statement: string): Promise<number> {
  const { rows } = await pool.query<Record<string, string>>(statement);
  return Number(Object.values(rows[0] ?? {})[0]);
}

/** So many accounts, each with an own activity in an hour. */
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
