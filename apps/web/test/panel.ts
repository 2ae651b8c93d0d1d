import type { ActivityStats } from '@minga/contract/administration/activities';
import type { AttendanceStats, RegisteredAttendance } from '@minga/contract/administration/attendances';
import type { UserStats } from '@minga/contract/administration/users';
import type { WeekCount } from '@minga/contract/administration/week-count';
import { anActivity } from './activity.ts';

/** The attendance of this number, with what the test is about changed. */
export const aRegistration = (
  number: number,
  changes: Partial<RegisteredAttendance> = {},
): RegisteredAttendance => ({
  _id: `01940000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`,
  task: { _id: anActivity()._id, title: 'Siembra de árboles', date: '2099-12-05T14:00:00.000Z' },
  user: {
    _id: '01970000-0000-7000-8000-000000000001',
    username: `Persona ${number}`,
    email: `persona.${number}@example.org`,
  },
  createdAt: '2026-11-21T15:12:00.000Z',
  ...changes,
});

/** Twelve weeks: nothing in any but the last two. */
const someWeeks: WeekCount[] = Array.from({ length: 12 }, (_, index) => ({
  week: new Date(Date.UTC(2026, 7, 31 + 7 * index)).toISOString().slice(0, 10),
  count: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1204, 31][index] ?? 0,
}));

export const someUserStats = (changes: Partial<UserStats> = {}): UserStats => ({
  totalUsers: 1235,
  activeUsers: 1200,
  inactiveUsers: 35,
  regularUsers: 1230,
  admins: 5,
  registrationsByWeek: someWeeks,
  ...changes,
});

export const someActivityStats = (changes: Partial<ActivityStats> = {}): ActivityStats => ({
  totalActivities: 30,
  pendingActivities: 10,
  approvedActivities: 19,
  rejectedActivities: 1,
  promotedActivities: 4,
  ...changes,
});

export const someAttendanceStats = (changes: Partial<AttendanceStats> = {}): AttendanceStats => ({
  totalAttendances: 6,
  uniqueUsersAttended: 3,
  activitiesWithAttendances: 2,
  topActivities: [
    { activityId: anActivity()._id, title: 'Siembra de árboles', count: 4 },
    { activityId: '01930000-0000-7000-8000-0000000000cc', title: 'Taller de tejido', count: 2 },
  ],
  topUsers: [
    { userId: '01970000-0000-7000-8000-000000000001', username: 'Persona 1', count: 3 },
    { userId: null, username: 'Visitante', count: 1 },
  ],
  attendancesByWeek: someWeeks,
  countedAt: new Date(Date.now() - 5 * 60_000).toISOString(),
  ...changes,
});
