import * as z from 'zod/mini';
import { accountEmail, password, phone, type roles, user, username } from './accounts.ts';
import { activity, activityStatuses, SEARCH_MAX } from './activities.ts';
import { choice } from './choice.ts';
import { endpoint, idParam, page } from './endpoint.ts';
import { optionalLine, requiredText } from './text.ts';

export const REJECTION_REASON_MAX = 500;
/** Entries of a 'Top 5' (spec 001 section 9). */
export const TOP_ENTRIES = 5;
/** Weeks that a chart shows, the present one included. */
export const CHART_WEEKS = 12;
export const USERS_PAGE_SIZE = 10;

export const MISSING_REASON_MESSAGE = 'Ingrese el motivo del rechazo';

/** An account as administration sees it. */
export const account = z.pick(user, {
  _id: true,
  username: true,
  email: true,
  phone: true,
  role: true,
  isActive: true,
  createdAt: true,
});
export type Account = z.infer<typeof account>;

/** One bar of a chart: `week` is its Monday in `APP_TIME_ZONE`, as 2026-11-16. */
export const weekCount = z.object({ week: z.iso.date(), count: z.int() });
export type WeekCount = z.infer<typeof weekCount>;

/** The last 12 weeks, the present one last; a week without any is 0. */
const weekCounts = z.array(weekCount);

export const newAdmin = z.object({ username, email: accountEmail, password });
export type NewAdmin = z.infer<typeof newAdmin>;

/** Without a password the account keeps the one it has. */
export const adminEdit = z.object({ username, email: accountEmail, password: z.optional(password) });
export type AdminEdit = z.infer<typeof adminEdit>;

export const accountStats = z.object({
  totalSuperAdmins: z.int(),
  totalAdmins: z.int(),
  totalUsers: z.int(),
  totalAccounts: z.int(),
});
export type AccountStats = z.infer<typeof accountStats>;

/** Accounts that admins see: superadmins are not counted. `regularUsers` have the role 'user'. */
export const userStats = z.object({
  totalUsers: z.int(),
  activeUsers: z.int(),
  inactiveUsers: z.int(),
  regularUsers: z.int(),
  admins: z.int(),
  registrationsByWeek: weekCounts,
});
export type UserStats = z.infer<typeof userStats>;

export const activityStats = z.object({
  totalActivities: z.int(),
  pendingActivities: z.int(),
  approvedActivities: z.int(),
  rejectedActivities: z.int(),
  promotedActivities: z.int(),
});
export type ActivityStats = z.infer<typeof activityStats>;

export const attendanceStats = z.object({
  totalAttendances: z.int(),
  /** Accounts and, where there is none, e-mails that attend something. */
  uniqueUsersAttended: z.int(),
  activitiesWithAttendances: z.int(),
  topActivities: z.array(z.object({ activityId: z.uuid(), title: z.string(), count: z.int() })),
  /** `userId` is null for who attends without an account. */
  topUsers: z.array(z.object({ userId: z.nullable(z.uuid()), username: z.string(), count: z.int() })),
  attendancesByWeek: weekCounts,
  /** When this was counted: it may be some seconds old. */
  countedAt: z.iso.datetime(),
});
export type AttendanceStats = z.infer<typeof attendanceStats>;

/** An attendance as administration sees it: `task` null is a deleted activity, `user` null a deleted account. */
export const registeredAttendance = z.object({
  _id: z.uuid(),
  task: z.nullable(z.pick(activity, { _id: true, title: true, date: true })),
  /** `_id` is null for who attends without an account. */
  user: z.nullable(z.object({ _id: z.nullable(z.uuid()), username: z.string(), email: z.string() })),
  createdAt: z.iso.datetime(),
});
export type RegisteredAttendance = z.infer<typeof registeredAttendance>;

const search = optionalLine(SEARCH_MAX, 'La búsqueda es demasiado larga');
const DAY_MESSAGE = 'La fecha debe ser como 2026-11-21';
const aDay = z.iso
  .date(DAY_MESSAGE)
  .check(z.refine(value => value >= '1900-01-01' && value < '2200-01-01', DAY_MESSAGE));
const day = z.pipe(
  z.optional(z.union([aDay, z.literal('')], DAY_MESSAGE)),
  z.transform((value: string | undefined) => value || undefined),
);
const ID_MESSAGE = 'Identificador no válido';
const optionalId = z.pipe(
  z.optional(z.union([z.uuid(ID_MESSAGE), z.literal('')], ID_MESSAGE)),
  z.transform((value: string | undefined) => value || undefined),
);

export const usersQuery = z.extend(page, {
  role: choice(['user', 'admin'] as const satisfies (typeof roles)[number][], 'El rol debe ser user o admin'),
  status: choice(['active', 'inactive'], 'El estado debe ser active o inactive'),
  search,
});

export const activitiesQuery = z.extend(page, {
  status: choice(activityStatuses, 'El estado debe ser pending, approved o rejected'),
  promoted: choice(['true', 'false'], 'promoted debe ser true o false'),
  search,
  /** The activity's day in `APP_TIME_ZONE`. */
  date: day,
});

export const attendancesQuery = z.extend(page, {
  activityId: optionalId,
  userId: optionalId,
  /** The day of the registration in `APP_TIME_ZONE`. */
  date: day,
});

export const userEdit = z.object({ username, email: accountEmail, phone });
export type UserEdit = z.infer<typeof userEdit>;

const userStatus = z.object({ isActive: z.boolean('Di si la cuenta queda activa o no') });
export const rejection = z.object({
  reason: requiredText(
    REJECTION_REASON_MAX,
    MISSING_REASON_MESSAGE,
    `El motivo debe tener como máximo ${REJECTION_REASON_MAX} caracteres`,
  ),
});
const promotionSwitch = z.object({ promotion: z.boolean('Di si la actividad se promociona o no') });

const REFUSED = ['UNAUTHENTICATED', 'FORBIDDEN'] as const;
const ADMINS = 'Superadministración';
const PANEL = 'Administración';

export const getAccountStats = endpoint({
  method: 'GET',
  path: '/admin/stats',
  summary: 'Cuántas cuentas hay de cada rol',
  tag: ADMINS,
  access: 'superadmin',
  status: 200,
  reply: accountStats,
  errors: REFUSED,
});

export const listAdmins = endpoint({
  method: 'GET',
  path: '/admin',
  summary: 'Quienes administran y quienes administraron (de rol user), por nombre',
  tag: ADMINS,
  access: 'superadmin',
  query: page,
  status: 200,
  reply: z.array(account),
  isList: true,
  errors: ['VALIDATION', ...REFUSED],
});

export const createAdmin = endpoint({
  method: 'POST',
  path: '/auth/admin/register',
  summary: 'Crear una cuenta de administración, verificada desde el comienzo',
  tag: ADMINS,
  access: 'superadmin',
  body: newAdmin,
  status: 201,
  reply: account,
  errors: ['VALIDATION', ...REFUSED, 'CONFLICT', 'UNAVAILABLE'],
});

export const updateAdmin = endpoint({
  method: 'PUT',
  path: '/admin/:id',
  summary:
    'Cambiar nombre, correo y, si viene, contraseña de quien administra; otra contraseña cierra sus sesiones',
  tag: ADMINS,
  access: 'superadmin',
  params: idParam,
  body: adminEdit,
  status: 200,
  reply: account,
  errors: ['VALIDATION', ...REFUSED, 'NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
});

export const deactivateAdmin = endpoint({
  method: 'PATCH',
  path: '/admin/:id/deactivate',
  summary: 'Quitar la administración: la cuenta queda de rol user y sus sesiones se cierran',
  tag: ADMINS,
  access: 'superadmin',
  params: idParam,
  status: 200,
  reply: account,
  errors: ['VALIDATION', ...REFUSED, 'NOT_FOUND'],
});

export const reactivateAdmin = endpoint({
  method: 'PATCH',
  path: '/admin/:id/reactivate',
  summary: 'Devolver la administración a quien la tuvo',
  tag: ADMINS,
  access: 'superadmin',
  params: idParam,
  status: 200,
  reply: account,
  errors: ['VALIDATION', ...REFUSED, 'NOT_FOUND'],
});

export const deleteAdmin = endpoint({
  method: 'DELETE',
  path: '/admin/:id',
  summary: 'Eliminar la cuenta de quien administra o administró, con sus actividades',
  tag: ADMINS,
  access: 'superadmin',
  params: idParam,
  status: 204,
  errors: ['VALIDATION', ...REFUSED, 'NOT_FOUND'],
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/admin-panel/users',
  summary: 'Cuentas de rol user y admin, la más nueva primero; search busca en nombre y correo',
  tag: PANEL,
  access: 'admin',
  query: usersQuery,
  status: 200,
  reply: z.array(account),
  isList: true,
  errors: ['VALIDATION', ...REFUSED],
});

export const getUserStats = endpoint({
  method: 'GET',
  path: '/admin-panel/users/stats',
  summary: 'Cuántas cuentas hay, y cuántas se crearon en cada una de las últimas 12 semanas',
  tag: PANEL,
  access: 'admin',
  status: 200,
  reply: userStats,
  errors: REFUSED,
});

export const getUser = endpoint({
  method: 'GET',
  path: '/admin-panel/users/:id',
  summary: 'Una cuenta',
  tag: PANEL,
  access: 'admin',
  params: idParam,
  status: 200,
  reply: account,
  errors: ['VALIDATION', ...REFUSED, 'NOT_FOUND'],
});

export const updateUser = endpoint({
  method: 'PUT',
  path: '/admin-panel/users/:id',
  summary: 'Cambiar nombre, correo y teléfono de una cuenta de rol user',
  tag: PANEL,
  access: 'admin',
  params: idParam,
  body: userEdit,
  status: 200,
  reply: account,
  errors: ['VALIDATION', ...REFUSED, 'NOT_FOUND', 'CONFLICT'],
});

export const changeUserStatus = endpoint({
  method: 'PATCH',
  path: '/admin-panel/users/:id/status',
  summary: 'Activar o desactivar una cuenta de rol user; al desactivarla se cierran sus sesiones',
  tag: PANEL,
  access: 'admin',
  params: idParam,
  body: userStatus,
  status: 200,
  reply: account,
  errors: ['VALIDATION', ...REFUSED, 'NOT_FOUND'],
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/admin-panel/users/:id',
  summary: 'Eliminar una cuenta de rol user con sus actividades; sus asistencias quedan sin nombre ni correo',
  tag: PANEL,
  access: 'admin',
  params: idParam,
  status: 204,
  errors: ['VALIDATION', ...REFUSED, 'NOT_FOUND'],
});

export const listAllActivities = endpoint({
  method: 'GET',
  path: '/admin-panel/activities',
  summary: 'Todas las actividades, la publicada de última primero; search busca como /tasks/search',
  tag: PANEL,
  access: 'admin',
  query: activitiesQuery,
  status: 200,
  reply: z.array(activity),
  isList: true,
  errors: ['VALIDATION', ...REFUSED],
});

export const getActivityStats = endpoint({
  method: 'GET',
  path: '/admin-panel/activities/stats',
  summary: 'Cuántas actividades hay por estado',
  tag: PANEL,
  access: 'admin',
  status: 200,
  reply: activityStats,
  errors: REFUSED,
});

export const approveActivity = endpoint({
  method: 'PATCH',
  path: '/admin-panel/activities/:id/approve',
  summary: 'Aprobar una actividad pendiente; se le avisa a su dueño',
  tag: PANEL,
  access: 'admin',
  params: idParam,
  status: 200,
  reply: activity,
  errors: ['VALIDATION', ...REFUSED, 'NOT_FOUND', 'CONFLICT'],
});

export const rejectActivity = endpoint({
  method: 'PATCH',
  path: '/admin-panel/activities/:id/reject',
  summary: 'Rechazar una actividad pendiente, con un motivo que se le dice a su dueño',
  tag: PANEL,
  access: 'admin',
  params: idParam,
  body: rejection,
  status: 200,
  reply: activity,
  errors: ['VALIDATION', ...REFUSED, 'NOT_FOUND', 'CONFLICT'],
});

export const switchPromotion = endpoint({
  method: 'PATCH',
  path: '/admin-panel/activities/:id/promotion',
  summary: 'Promocionar una actividad por 7 días o terminar su promoción',
  tag: PANEL,
  access: 'admin',
  params: idParam,
  body: promotionSwitch,
  status: 200,
  reply: activity,
  errors: ['VALIDATION', ...REFUSED, 'NOT_FOUND'],
});

export const listAllAttendances = endpoint({
  method: 'GET',
  path: '/admin-panel/attendances',
  summary: 'Todas las asistencias, la más nueva primero',
  tag: PANEL,
  access: 'admin',
  query: attendancesQuery,
  status: 200,
  reply: z.array(registeredAttendance),
  isList: true,
  errors: ['VALIDATION', ...REFUSED],
});

export const getAttendanceStats = endpoint({
  method: 'GET',
  path: '/admin-panel/attendances/stats',
  summary:
    'Cuántas asistencias hay, las de las últimas 12 semanas, y las cinco actividades y personas con más',
  tag: PANEL,
  access: 'admin',
  status: 200,
  reply: attendanceStats,
  errors: REFUSED,
});

export const removeAttendance = endpoint({
  method: 'DELETE',
  path: '/admin-panel/attendances/:id',
  summary: 'Eliminar una asistencia',
  tag: PANEL,
  access: 'admin',
  params: idParam,
  status: 204,
  errors: ['VALIDATION', ...REFUSED, 'NOT_FOUND'],
});
