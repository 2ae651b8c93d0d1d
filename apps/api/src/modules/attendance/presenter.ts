import type { Attendance } from '@minga/contract/attendance';
import type { AttendanceRow } from './repository.ts';

/** An attendance for the one who made it, or for the activity's owner. */
export const presentAttendance = (row: AttendanceRow): Attendance => ({
  _id: row.id,
  task: row.activityId,
  taskId: row.activityId,
  name: row.name ?? '',
  email: row.email ?? '',
  ...(row.userId !== null && { user: row.userId }),
  createdAt: row.createdAt.toISOString(),
});
