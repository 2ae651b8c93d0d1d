import type { Connection } from '../../apps/api/src/platform/database/connection.ts';
import type { Owner } from '../load/owners.ts';

/** Has each of them reminded of the own activity, now. */
export async function makeRemindersDue(pool: Connection['pool'], people: readonly Owner[]): Promise<void> {
  await pool.query(
    `insert into reminders (id, user_id, activity_id, days_before, created_at)
     select gen_random_uuid(), owner_id, id, 1, now() from activities where id = any($1)`,
    [people.map(({ activityId }) => activityId)],
  );
}
