import type { Attendance, AttendanceWithActivity, PersonalAttendance } from '@minga/contract/attendance';
import { DELETED_NAME } from '@minga/contract/text';
import { locationOf, presentActivity } from '../activities/presenter.ts';
import type { LinkedRow } from './link-repository.ts';
import type { AttendanceRow, OwnAttendanceRow } from './repository.ts';

/** For the attendee and for the activity's owner. */
export const presentAttendance = (row: AttendanceRow): Attendance => ({
  _id: row.id,
  task: row.activityId,
  taskId: row.activityId,
  name: row.name ?? '',
  email: row.email ?? '',
  ...(row.userId !== null && { user: row.userId }),
  answers: [...row.answers],
  createdAt: row.createdAt.toISOString(),
});

/** For the owner's list, which includes attendees whose account was deleted (CONTRACT.md section 6). */
export const presentParticipant = (row: AttendanceRow): Attendance => ({
  ...presentAttendance(row),
  name: row.name ?? DELETED_NAME,
});

/** The viewer's own attendance with the activity as `viewerId` may see it. */
export const presentOwnAttendance = (
  { attendance, ...activity }: OwnAttendanceRow,
  viewerId: string,
  now: Date,
): AttendanceWithActivity => ({
  ...presentAttendance(attendance),
  task: presentActivity(activity, viewerId, now, { isConfirmed: true }),
});

/** For the page of a personal link. */
export const presentPersonal = (
  { attendance, activity }: LinkedRow,
  isPublic: boolean,
): PersonalAttendance => ({
  taskId: activity.id,
  name: attendance.name ?? '',
  email: attendance.email ?? '',
  task: {
    _id: activity.id,
    title: activity.title,
    date: activity.date.toISOString(),
    endDate: activity.endDate?.toISOString() ?? null,
    place: activity.place,
    location: locationOf(activity),
    directions: activity.directions,
    questions: [...activity.questions],
  },
  answers: [...attendance.answers],
  isPublic,
});
