import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '../../apps/api/src/platform/database/connection.ts';
import type { Stored } from './ledger.ts';

type Pool = Connection['pool'];

const TIMEOUT_MS = 180_000;
const POLL_MS = 250;

/** What the writers' writes have left, by the keys of their ledger. */
export async function readStoredRecords(pool: Pool): Promise<Stored> {
  const { rows } = await pool.query<{ key: string; value: string }>(
    `select 'activity ' || title as key, description as value from activities where title like 'Minga %'
     union all select 'attendance ' || email, 'comes' from attendances where email like 'visita-%'
     union all select 'reminder ' || title, days_before::text
       from reminders join activities on activities.id = activity_id where title like 'Minga %'
     union all select 'registration ' || email, 'there' from registrations where email like 'nueva-%'`,
  );
  return rows.map(({ key, value }) => [key, value]);
}

/** As if 21 s had passed. Who still works one of the jobs does it beside the other who is given it now. */
export async function ageHeartbeats(pool: Pool): Promise<void> {
  await pool.query(`update pgboss.job set heartbeat_on = now() - interval '21 s' where state = 'active'`);
}

/** Waits until all reminders are sent and every job for letters is done; what is left then, if anything. */
export async function waitUntilIdle(pool: Pool): Promise<string[]> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const { rows } = await pool.query<{ reminders: number; jobs: number }>(
      `select (select count(*)::int from reminders join activities on activities.id = activity_id
                where is_pending and title like 'Minga %') as reminders,
              (select count(*)::int from pgboss.job where state < 'completed'
                and name in ('mails', 'account-letters', 'attendance-letters')) as jobs`,
    );
    const { reminders = 0, jobs = 0 } = rows[0] ?? {};
    if (reminders + jobs === 0) return [];
    if (Date.now() > end) return [`left undone: ${reminders} reminders, ${jobs} letters`];
    await wait(POLL_MS);
  }
}

/** Letters and notifications that are missing for what is stored, or there twice. */
export async function findEmailViolations(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ wrong: string }>(
    `select 'letter doubled: ' || subject || ' to ' || recipient as wrong from mails
       where recipient like 'visita-%' or recipient like 'nueva-%' or subject like 'Recordatorio: Minga %'
       group by subject, recipient having count(*) > 1
     union all select 'letter not sent: ' || subject from mails where sent_at is null
     union all select 'letter lost to ' || email from attendances where email like 'visita-%' and not exists
       (select from mails where recipient = email and subject like 'Vas a asistir: %')
     union all select 'letter lost to ' || email from registrations where email like 'nueva-%' and not exists
       (select from mails where recipient = email)
     union all select 'reminder lost: ' || title from reminders join activities on activities.id = activity_id
       where title like 'Minga %' and not exists (select from mails where subject = 'Recordatorio: ' || title)
     union all select 'reminder without notification: ' || title from reminders
       join activities on activities.id = activity_id where title like 'Minga %' and not exists
       (select from notifications where type = 'reminder' and task_id = activities.id)
     union all select 'notification doubled: ' || task_id from notifications where type = 'reminder'
       group by task_id, user_id having count(*) > 1`,
  );
  return rows.map(({ wrong }) => wrong);
}
