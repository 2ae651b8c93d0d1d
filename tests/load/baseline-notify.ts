import { randomUUID } from 'node:crypto';
import { createBaselineTable } from './baseline-table.ts';
import type { Owner } from './owners.ts';
import type { Site } from './site.ts';
import { type Timing, timeLoops } from './timing.ts';

const CHANNEL = 'bench_notices';

/** What PostgreSQL itself takes from an attendance's row to a listener that hears of it. */
export async function timeInsertAndNotify(
  { pool, profile }: Site,
  owners: readonly Owner[],
  atOnce: number,
): Promise<Timing> {
  const table = await createBaselineTable(pool, 'attendances');
  const awaited = new Map<string, () => void>();
  const listener = await pool.connect();
  listener.on('notification', ({ payload = '' }) => awaited.get(payload)?.());
  await listener.query(`listen ${CHANNEL}`);
  let sent = 0;
  try {
    return await timeLoops(profile, atOnce, async () => {
      sent += 1;
      const id = randomUUID();
      const heard = new Promise<void>(resolve => awaited.set(id, resolve));
      await pool.query(
        `with added as (
           insert into ${table} (id, activity_id, name, email, created_at)
           values ($1, $2, 'Luz Dary', $3, now()) returning id
         ) select pg_notify('${CHANNEL}', id::text) from added`,
        [id, owners[sent % owners.length]?.activityId, `${id}@example.org`],
      );
      await heard;
      awaited.delete(id);
    });
  } finally {
    // Not back into the pool: it listens.
    listener.release(true);
  }
}
