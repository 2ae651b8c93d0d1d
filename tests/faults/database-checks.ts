import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '../../apps/api/src/platform/database/connection.ts';
import type { Stored } from './ledger.ts';

type Pool = Connection['pool'];

const TIMEOUT_MS = 180_000;
const POLL_MS = 250;

/** Reads the stored records of the writers by the keys of their ledger. */
export async function readStoredRecords(pool: Pool): Promise<Stored> {
  const { rows } = await pool.query<{ key: string; value: string }>(
    `select 'activity ' || title as key, description as value from activities where title like 'Minga %'
     union all select 'attendance ' || email, 'attending' from attendances where email like 'visita-%'
     union all select 'reminder ' || title, days_before::text
       from reminders join activities on activities.id = activity_id where title like 'Minga %'
     union all select 'registration ' || email, 'registered' from registrations where email like 'nueva-%'`,
  );
  return rows.map(({ key, value }) => [key, value]);
}

/** Makes every active job look abandoned for 21 s, so that pg-boss hands it to another worker at once. */
export async function ageHeartbeats(pool: Pool): Promise<void> {
  await pool.query(`update pgboss.job set heartbeat_on = now() - interval '21 s' where state = 'active'`);
}

/** Waits until every reminder, announcement and e-mail is sent and no e-mail job is pending. Returns a violation after the timeout. */
export async function waitUntilIdle(pool: Pool): Promise<string[]> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const { rows } = await pool.query<{
      reminders: number;
      recipients: number;
      emails: number;
      jobs: number;
    }>(
      `select (select count(*)::int from reminders join activities on activities.id = activity_id
                join due_work on kind = 'reminders' and key = reminders.id::text where title like 'Minga %') as reminders,
                (select count(*)::int from announcement_recipients) as recipients,
                (select count(*)::int from mails where sent_at is null) as emails,
              (select count(*)::int from pgboss.job where state < 'completed'
                and name in ('mails', 'account-emails', 'attendance-emails')) as jobs`,
    );
    const { reminders = 0, recipients = 0, emails = 0, jobs = 0 } = rows[0] ?? {};
    if (reminders + recipients + emails + jobs === 0) return [];
    if (Date.now() > deadline)
      return [
        `still pending: ${reminders} reminders, ${recipients} announcements, ${emails} e-mails, ${jobs} e-mail jobs`,
      ];
    await wait(POLL_MS);
  }
}

/** Finds e-mails and notifications that are missing or duplicated for the stored records. */
export async function findEmailViolations(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ violation: string }>(
    `select 'duplicate e-mail: ' || subject || ' to ' || recipient as violation from mails
       where recipient like 'visita-%' or recipient like 'nueva-%' or subject like 'Recordatorio: Minga %'
       group by subject, recipient having count(*) > 1
     union all select 'e-mail not sent: ' || subject from mails where sent_at is null
     union all select 'missing e-mail to ' || email from attendances where email like 'visita-%' and not exists
       (select from mails where recipient = email and subject like 'Vas a una actividad · %')
     union all select 'missing e-mail to ' || email from registrations where email like 'nueva-%' and not exists
       (select from mails where recipient = email)
     union all select 'lost reminder: ' || title from reminders join activities on activities.id = activity_id
       where title like 'Minga %' and not exists (select from mails where subject like 'Recordatorio: ' || title || ' · %')
     union all select 'reminder without notification: ' || title from reminders
       join activities on activities.id = activity_id where title like 'Minga %' and not exists
       (select from notifications where type = 'reminder' and task_id = activities.id)
     union all select 'duplicate notification: ' || task_id from notifications where type = 'reminder'
       group by task_id, user_id having count(*) > 1`,
  );
  return rows.map(({ violation }) => violation);
}
