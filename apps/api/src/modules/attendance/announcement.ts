import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';

const CHANNEL = 'minga_live';

/** Lets every process tell the activity's owner, if connected, that its list has changed; after the commit, not before. */
export async function announceAttendance(
  tx: Transaction,
  { ownerId, activityId }: { ownerId: string; activityId: string },
): Promise<void> {
  const notice = { user: ownerId, event: 'asistentes_actualizados', data: { taskId: activityId } };
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`);
}
