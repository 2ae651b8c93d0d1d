import { and, eq, inArray, type SQLWrapper } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { type AttendanceView, viewColumns } from './repository.ts';
import { attendanceClients, attendances } from './schema.ts';

/** The attendances that browsers have confirmed with these ids; null: deleted or given to another person since. */
export async function findClients(
  db: Executor,
  activityId: string,
  clientIds: string[],
): Promise<ReadonlyMap<string, AttendanceView | null>> {
  if (clientIds.length === 0) return new Map();
  const rows = await db
    .select({ clientId: attendanceClients.clientId, ...viewColumns })
    .from(attendanceClients)
    .leftJoin(attendances, eq(attendances.id, attendanceClients.attendanceId))
    .where(and(eq(attendanceClients.activityId, activityId), inArray(attendanceClients.clientId, clientIds)));
  return new Map(
    rows.map(({ clientId, row, ...view }) => [clientId, row === null ? null : { ...view, row }]),
  );
}

export async function insertClients(
  tx: Transaction,
  clients: (typeof attendanceClients.$inferInsert)[],
): Promise<void> {
  if (clients.length > 0) await tx.insert(attendanceClients).values(clients);
}

/** The ids of browsers find these attendances no more. */
export async function releaseClients(
  db: Executor,
  attendanceIds: readonly string[] | SQLWrapper,
): Promise<void> {
  await db
    .update(attendanceClients)
    .set({ attendanceId: null })
    .where(inArray(attendanceClients.attendanceId, attendanceIds));
}

/** The browser's proof of an attendance, in place of one that it may not have received. */
export async function setProof(tx: Transaction, id: string, proofHash: Buffer): Promise<void> {
  await tx.update(attendances).set({ proofHash }).where(eq(attendances.id, id));
}
