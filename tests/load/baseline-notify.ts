import { randomUUID } from 'node:crypto';
import { createBaselineTable } from './baseline-table.ts';
import type { Owner } from './owners.ts';
import type { Site } from './site.ts';
import { type Timing, timeLoops } from './timing.ts';

const CHANNEL = 'load_test';

/** Times PostgreSQL alone: an INSERT of an attendance with a NOTIFY until a listener receives it. */
export async function timeInsertAndNotify(
  { pool, profile }: Site,
  owners: readonly Owner[],
  concurrency: number,
): Promise<Timing> {
  const table = await createBaselineTable(pool, 'attendances');
  const resolvers = new Map<string, () => void>();
  const listener = await pool.connect();
  listener.on('notification', ({ payload = '' }) => resolvers.get(payload)?.());
  await listener.query(`listen ${CHANNEL}`);
  let sent = 0;
  try {
    return await timeLoops(profile, concurrency, async () => {
      sent += 1;
      const id = randomUUID();
      const notified = new Promise<void>(resolve => resolvers.set(id, resolve));
      await pool.query(
        `with added as (
           insert into ${table} (id, activity_id, name, email, created_at)
           values ($1, $2, 'Luz Dary', $3, now()) returning id
         ) select pg_notify('${CHANNEL}', id::text) from added`,
        [id, owners[sent % owners.length]?.activityId, `${id}@example.org`],
      );
      await notified;
      resolvers.delete(id);
    });
  } finally {
    // Destroyed instead of returned to the pool, since it listens.
    listener.release(true);
  }
}
