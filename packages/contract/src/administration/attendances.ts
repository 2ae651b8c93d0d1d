import * as z from 'zod/mini';
import { activity } from '../activities.ts';
import { endpoint, INVALID_ID, idParam, page } from '../endpoint.ts';
import { ROLE_ERRORS } from '../errors.ts';
import { day } from './filters.ts';
import { weekCounts } from './week-count.ts';

/** The number of entries in a 'Top 5' (docs/rules.md R6.8). */
export const TOP_ENTRIES = 5;

export const attendanceStats = z.object({
  totalAttendances: z.int(),
  /** Distinct attendees: accounts, or e-mails without an account. */
  uniqueUsersAttended: z.int(),
  activitiesWithAttendances: z.int(),
  topActivities: z.array(z.object({ activityId: z.uuid(), title: z.string(), count: z.int() })),
  /** `userId` is null for an attendee without an account. */
  topUsers: z.array(z.object({ userId: z.nullable(z.uuid()), username: z.string(), count: z.int() })),
  attendancesByWeek: weekCounts,
  /** When the numbers were counted; they may be some seconds old. */
  countedAt: z.iso.datetime(),
});
export type AttendanceStats = z.infer<typeof attendanceStats>;

/** An attendance for administrators. `task` is null if the activity was deleted, `user` if the account was deleted. */
export const registeredAttendance = z.object({
  _id: z.uuid(),
  task: z.nullable(z.pick(activity, { _id: true, title: true, date: true })),
  /** `_id` is null for an attendee without an account. */
  user: z.nullable(z.object({ _id: z.nullable(z.uuid()), username: z.string(), email: z.string() })),
  createdAt: z.iso.datetime(),
});
export type RegisteredAttendance = z.infer<typeof registeredAttendance>;

const optionalId = z.pipe(
  z.optional(z.union([z.uuid(INVALID_ID), z.literal('')], INVALID_ID)),
  z.transform((value: string | undefined) => value || undefined),
);

export const attendancesQuery = z.extend(page, {
  activityId: optionalId,
  userId: optionalId,
  /** The day of the registration in `APP_TIME_ZONE`. */
  date: day,
});

const tag = 'Administración';

export const listAllAttendances = endpoint({
  method: 'GET',
  path: '/admin-panel/attendances',
  summary: 'Todas las asistencias, la más nueva primero',
  tag,
  access: 'admin',
  query: attendancesQuery,
  status: 200,
  reply: z.array(registeredAttendance),
  isList: true,
  errors: ['VALIDATION', ...ROLE_ERRORS],
});

export const getAttendanceStats = endpoint({
  method: 'GET',
  path: '/admin-panel/attendances/stats',
  summary:
    'Cuántas asistencias hay, las de las últimas 12 semanas, y las cinco actividades y personas con más',
  tag,
  access: 'admin',
  status: 200,
  reply: attendanceStats,
  errors: ROLE_ERRORS,
});

export const removeAttendance = endpoint({
  method: 'DELETE',
  path: '/admin-panel/attendances/:id',
  summary: 'Eliminar una asistencia',
  tag,
  access: 'admin',
  params: idParam,
  status: 204,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'NOT_FOUND'],
});
