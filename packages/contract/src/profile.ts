import * as z from 'zod/mini';
import { accountEmail, linkToken, messageReply, password, phone, username } from './accounts.ts';
import { endpoint, idParam, page } from './endpoint.ts';
import { secondFactor } from './identity.ts';
import { calendarAddress } from './personal-calendar.ts';
import { genders, user } from './session.ts';
import { SITE_NAME } from './site-words.ts';

const NO_PASSWORD = 'Escribe tu contraseña actual';
export const DELETION_WORD = 'ELIMINAR';
export const EMAIL_CHANGE_HOURS = 24;

/** The private fields of an account, and counts of the data that is deleted with it. */
export const profile = z.object({
  user,
  /** A new address that is not verified yet. */
  pendingEmail: z.nullable(z.string()),
  activityCount: z.int(),
  /** The number of those that are upcoming. */
  upcomingCount: z.int(),
  attendanceCount: z.int(),
});
export type Profile = z.infer<typeof profile>;

export const profileFields = z.object({
  username,
  phone,
  gender: z._default(z.nullable(z.enum(genders, 'Elige un saludo de la lista')), null),
});

/** The current password is any text, since the rules may have been different when it was set. */
const currentPassword = z
  .string(NO_PASSWORD)
  .check(z.minLength(1, NO_PASSWORD), z.maxLength(200, NO_PASSWORD));

export const emailChange = z.object({ email: accountEmail, password: currentPassword });

export const emailChangeToken = z.object({ token: linkToken('Token de confirmación no encontrado') });

export const passwordChange = z.object({ currentPassword, newPassword: password });

export const accountDeletion = z.object({
  password: currentPassword,
  confirmation: z.literal(DELETION_WORD, `Escribe ${DELETION_WORD} para confirmar`),
});

/** An open session. `address` is the IP address of its last use. */
export const openSession = z.object({
  _id: z.uuid(),
  /** The browser and the system, such as 'Chrome en Android'. */
  device: z.string(),
  isPhone: z.boolean(),
  address: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;

export const EMAIL_CHANGE_SENT_MESSAGE =
  'Te enviamos un enlace al correo nuevo. El cambio se hace cuando lo abras.';
export const EMAIL_CHANGED_MESSAGE = 'Tu correo quedó cambiado';
export const PASSWORD_CHANGED_MESSAGE = 'Contraseña cambiada. Cerramos tus otras sesiones.';

const tag = 'Mi cuenta';

export const getProfile = endpoint({
  method: 'GET',
  path: '/auth/profile',
  summary: 'La cuenta propia, con lo que contiene',
  tag,
  access: 'session',
  status: 200,
  reply: profile,
  errors: ['UNAUTHENTICATED'],
});

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/auth/profile',
  summary: 'Cambiar nombre de usuario, teléfono y saludo',
  tag,
  access: 'session',
  body: profileFields,
  status: 200,
  reply: user,
  errors: ['VALIDATION', 'UNAUTHENTICATED'],
});

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/auth/email-change',
  summary: 'Pedir el cambio de correo; se hace al abrir el enlace enviado al correo nuevo',
  tag,
  access: 'session',
  body: emailChange,
  status: 200,
  reply: messageReply,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'WRONG_PASSWORD', 'RATE_LIMITED', 'UNAVAILABLE'],
});

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/auth/email-change',
  summary: 'Cancelar el cambio de correo',
  tag,
  access: 'session',
  status: 204,
  errors: ['UNAUTHENTICATED'],
});

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/auth/confirm-email',
  summary: 'Cambiar el correo con el token del enlace; también sin sesión',
  tag,
  access: 'public',
  body: emailChangeToken,
  status: 200,
  reply: messageReply,
  errors: ['VALIDATION', 'INVALID_TOKEN', 'CONFLICT'],
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/auth/change-password',
  summary: 'Cambiar la contraseña; cierra las otras sesiones',
  tag,
  access: 'session',
  body: passwordChange,
  status: 200,
  reply: messageReply,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'WRONG_PASSWORD', 'RATE_LIMITED', 'UNAVAILABLE'],
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Las sesiones abiertas, la usada hace menos primero',
  tag,
  access: 'session',
  query: page,
  status: 200,
  reply: z.array(openSession),
  isList: true,
  errors: ['VALIDATION', 'UNAUTHENTICATED'],
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: 'Cerrar una sesión propia',
  tag,
  access: 'session',
  params: idParam,
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'NOT_FOUND'],
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/auth/sessions',
  summary: 'Cerrar todas las sesiones menos esta',
  tag,
  access: 'session',
  status: 204,
  errors: ['UNAUTHENTICATED'],
});

const record = z.record(z.string(), z.unknown());

/** All personal data that Minga stores about a user. */
const downloadedData = z.object({
  exportedAt: z.iso.datetime(),
  account: user,
  pendingEmail: z.nullable(z.string()),
  /** The existence and the start of the second factor, never its secret. */
  secondFactor,
  sessions: z.array(openSession),
  apiTokens: z.array(record),
  /** Since when the personal calendar has an address, never the address. */
  calendarAddress,
  /** The names and the dates of the passkeys, without keys. */
  passkeys: z.array(record),
  activities: z.array(record),
  /** Every approved publication, including deleted ones. A new account needs some before its next publications are public at once. */
  approvedPublications: z.array(record),
  /** The collectives that the account follows or is a member of. */
  collectives: z.array(record),
  /** The activities of other people in which the account has a role. */
  organizedActivities: z.array(record),
  /** The pending invitations to the account's address. */
  invitations: z.array(record),
  attendances: z.array(record),
  /** The deleted attendances of which hours or certificates remain. */
  deletedAttendances: z.optional(z.array(record)),
  /** The activities to whose lists organisers added the address: when it was mailed, and when it refused. */
  listAdditions: z.optional(z.array(record)),
  /** The certificates of hours, including revoked ones. */
  certificates: z.array(record),
  reminders: z.array(record),
  savedSearches: z.array(record),
  /** The calendars that the account added to collectives: their hosts, not their addresses. */
  addedCalendars: z.optional(z.array(record)),
  /** The feedback on activities whose list no longer contains the account. */
  otherFeedback: z.array(record),
  sentMessages: z.array(record),
  reports: z.array(record),
  notifications: z.array(record),
  /** Whether notifications are sent by e-mail and shown in the notification list, by kind. */
  notificationPreferences: record,
});
export type DownloadedData = z.infer<typeof downloadedData>;

export const downloadData = endpoint({
  method: 'GET',
  path: '/auth/data',
  summary: `Descargar todo lo que ${SITE_NAME} guarda de la cuenta, como archivo JSON`,
  tag,
  access: 'session',
  status: 200,
  reply: downloadedData,
  isLong: true,
  errors: ['UNAUTHENTICATED', 'RATE_LIMITED'],
});

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/auth/account',
  summary: 'Eliminar la cuenta propia con sus actividades; sus asistencias quedan sin nombre ni correo',
  tag,
  access: 'session',
  body: accountDeletion,
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'WRONG_PASSWORD', 'CONFLICT', 'RATE_LIMITED', 'UNAVAILABLE'],
});
