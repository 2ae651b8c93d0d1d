import { eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { users } from '../accounts/schema.ts';
import { attendanceIdIn, attendees } from '../attendance/queries.ts';
import { reminders } from './schema.ts';

interface Coded {
  readonly id: string;
  readonly code: Buffer;
}

/** The confirmed attendances that reminders are about, by reminder. Organisers who do not attend have none. */
export async function findCoded(
  tx: Transaction,
  reminderIds: readonly string[],
): Promise<ReadonlyMap<string, Coded>> {
  const own = attendanceIdIn(reminders.activityId, users);
  const rows = await tx
    .select({ reminderId: reminders.id, attendance: { id: attendees.id, code: attendees.code } })
    .from(reminders)
    .leftJoin(users, eq(users.id, reminders.userId))
    .innerJoin(attendees, eq(attendees.id, sql`coalesce(${reminders.attendanceId}, ${own})`))
    .where(inArray(reminders.id, [...reminderIds]));
  return new Map(rows.map(({ reminderId, attendance }) => [reminderId, attendance]));
}
