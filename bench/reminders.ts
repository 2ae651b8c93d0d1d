import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from '../apps/api/src/platform/database/connection.ts';
import { type Product, startProduct } from '../scripts/product.ts';
import { withPostgres } from './database.ts';

const REMINDERS = 2_000;
const IDLE_SECONDS = 60;
/** Starting itself is not idling. */
const SETTLE_MS = 5_000;
const LOOK_MS = 20;

type Pool = ReturnType<typeof openConnection>['pool'];

/** Due reminders, each a letter and a notification, by one process and by two; and what an idle process asks for. */
export async function measureReminders(): Promise<void> {
  await withPostgres(async databaseUrl => {
    const settings = { RATE_LIMIT_FACTOR: '0', DATABASE_URL: databaseUrl };
    const { pool, close } = openConnection(databaseUrl, error => console.error(error.message));
    const processes: Product[] = [];
    try {
      const rows = [];
      for (const count of [1, 2]) {
        processes.push(await startProduct(settings));
        await wait(SETTLE_MS);
        const idle = await transactionsPerSecond(pool);
        rows.push({ processes: count, ...(await sendAll(pool)), 'transactions/s when idle': idle });
      }
      console.log(`Reminders, ${REMINDERS} due at once, each a letter and a notification`);
      console.table(rows);
    } finally {
      await close();
      for (const product of processes) await product.stop();
    }
  });
}

async function transactionsPerSecond(pool: Pool): Promise<number> {
  const before = await committed(pool);
  await wait(IDLE_SECONDS * 1000);
  return Number((((await committed(pool)) - before) / IDLE_SECONDS).toFixed(2));
}

const committed = (pool: Pool) =>
  numberOf(pool, 'select xact_commit from pg_stat_database where datname = current_database()');

/** From the first batch that is through to the last, so that the wait for the next round does not count. */
async function sendAll(pool: Pool) {
  const had = await numberOf(pool, 'select count(*) from sent_reminders');
  const hadLetters = await numberOf(pool, 'select count(*) from mails where sent_at is not null');
  await fillReminders(pool);
  const sent = async () => (await numberOf(pool, 'select count(*) from sent_reminders')) - had;
  let first = 0;
  while (first === 0) first = await sent();
  const start = performance.now();
  while ((await sent()) < REMINDERS) await wait(LOOK_MS);
  const seconds = (performance.now() - start) / 1000;
  const letters = () => numberOf(pool, 'select count(*) from mails where sent_at is not null');
  while ((await letters()) - hadLetters < REMINDERS) await wait(LOOK_MS);
  const untilLetters = (performance.now() - start) / 1000;
  const notified = await numberOf(pool, 'select count(distinct user_id) from notifications');
  if (notified !== had + REMINDERS) throw new Error('a reminder was lost or doubled');
  return {
    'reminders/s': Math.round((REMINDERS - first) / seconds),
    'letters in the local mailbox/s': Math.round(REMINDERS / untilLetters),
  };
}

async function numberOf(pool: Pool, statement: string): Promise<number> {
  const { rows } = await pool.query<Record<string, string>>(statement);
  return Number(Object.values(rows[0] ?? {})[0]);
}

/** So many accounts, each with an own activity in an hour. */
const fillReminders = (pool: Pool) =>
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
    [REMINDERS],
  );
