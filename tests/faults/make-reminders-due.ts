import type { Connection } from '../../apps/api/src/platform/database/connection.ts';
import type { Owner } from '../load/owners.ts';

/** Adds a reminder of each owner's own activity that is due at once. */
export async function makeRemindersDue(pool: Connection['pool'], owners: readonly Owner[]): Promise<void> {
  await pool.query(
    `insert into reminders (id, user_id, activity_id, days_before, created_at)
     select gen_random_uuid(), owner_id, id, 1, now() from activities where id = any($1)`,
    [owners.map(({ activityId }) => activityId)],
  );
}
