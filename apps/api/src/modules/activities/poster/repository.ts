import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/connection.ts';
import { activities, activityPosters } from '../schema.ts';

/** The printed facts of a poster that may change later. */
export type PrintedPoster = Pick<typeof activityPosters.$inferSelect, 'title' | 'date' | 'place'>;

/** Stores the last poster of an activity; does nothing if the activity is deleted. */
export async function storePoster(
  db: Executor,
  id: string,
  printed: PrintedPoster,
  takenAt: Date,
): Promise<void> {
  const { title, date, place } = printed;
  // The lock on the activity makes a concurrent deletion wait, so that the foreign key holds.
  await db.execute(sql`
    insert into ${activityPosters} (activity_id, taken_at, title, date, place)
    select id, ${takenAt.toISOString()}::timestamptz, ${title}, ${date.toISOString()}::timestamptz, ${place}
    from ${activities} where id = ${id} for key share
    on conflict (activity_id) do update
    set taken_at = excluded.taken_at, title = excluded.title, date = excluded.date, place = excluded.place`);
}

export async function findPoster(db: Executor, activityId: string) {
  const [row] = await db.select().from(activityPosters).where(eq(activityPosters.activityId, activityId));
  return row ?? null;
}
