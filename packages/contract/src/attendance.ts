import * as z from 'zod/mini';
import { wholeActivity } from './activities.ts';
import { endpoint, INVALID_ID, page } from './endpoint.ts';
import { claim } from './needs.ts';
import { attendanceStatuses } from './places.ts';
import { answer } from './questions.ts';
import { email } from './text.ts';

/** The maximum number of activities in one call. */
export const CHECKED_TASKS_MAX = 100;

/** The one who registered the arrival: the door, or the attendee with the code of the place. Null without an arrival. */
export const checkedInBy = z.nullable(z.enum(['door', 'self']));

export const attendance = z.object({
  _id: z.uuid(),
  /** The id of the activity for older clients, the same as `taskId`. */
  task: z.uuid(),
  taskId: z.uuid(),
  name: z.string(),
  /** The e-mail address, or empty text if the attendee left none. */
  email: z.string(),
  /** The telephone number in E.164, or empty text if the attendee left none. */
  phone: z.string(),
  user: z.optional(z.uuid()),
  answers: z.array(answer),
  claims: z.array(claim),
  /** The number of people that the attendee brings. */
  companions: z.int(),
  status: z.enum(attendanceStatuses),
  /** The position on the waiting list, from 1, or null if the party does not wait. */
  position: z.nullable(z.int()),
  /** The time until which the offered place is reserved, or null without an offer. */
  offerExpiresAt: z.nullable(z.iso.datetime()),
  /** When the party was asked whether it still attends, or null if it was not asked yet. */
  askedAgainAt: z.nullable(z.iso.datetime()),
  /** True if the party has responded that it still attends, or null without a response. A party that declines is cancelled. */
  reconfirmed: z.nullable(z.literal(true)),
  /** The code in the attendance's QR code, which the door scans. Null without a place, and for organisers. */
  code: z.nullable(z.string()),
  /** When the door checked the party in, or null if it has not. */
  checkedInAt: z.nullable(z.iso.datetime()),
  checkedInBy,
  /** The hours of help that an organiser confirmed, or null without a confirmation. */
  hours: z.nullable(z.number()),
  createdAt: z.iso.datetime(),
});
export type Attendance = z.infer<typeof attendance>;

export const INVALID_EMAIL = 'Correo electrónico no válido';

/** An attendance with its activity, for the attendee. */
export const attendanceWithActivity = z.extend(attendance, { task: wholeActivity });
export type AttendanceWithActivity = z.infer<typeof attendanceWithActivity>;

export const taskParam = z.object({ taskId: z.uuid(INVALID_ID) });
const TOO_MANY = `Se pueden consultar como máximo ${CHECKED_TASKS_MAX} actividades a la vez`;
export const linkToken = z
  .string('El enlace no está completo')
  .check(z.minLength(1, 'El enlace no está completo'));

/** Selects an attendance in the calls that need a proof. */
export const attendanceSelector = {
  /** The attendance's e-mail; by default that of the session, the visitor cookie or the personal link. */
  email: z.optional(email(INVALID_EMAIL, INVALID_EMAIL)),
  /** The token of a personal link, which takes precedence over the session and the cookie. */
  token: z.optional(linkToken),
  /** The id by which an organiser selects a party. */
  attendanceId: z.optional(z.uuid(INVALID_ID)),
};

/** The errors with which claims are rejected. */
export const CLAIM_ERRORS = ['NEED_FULL', 'PARTY_TOO_SMALL', 'CLASH'] as const;

const tag = 'Asistencia';

export const cancelAttendance = endpoint({
  method: 'DELETE',
  path: '/attendances/cancel/:taskId',
  summary: 'Cancelar una asistencia: con la propia sesión, la cookie de quien confirmó o su enlace personal',
  tag,
  access: 'public',
  params: taskParam,
  body: z.nullish(z.object(attendanceSelector)),
  status: 200,
  reply: z.object({ deletedAttendance: attendance }),
  errors: ['VALIDATION', 'FORBIDDEN', 'NOT_FOUND'],
});

export const checkAttendance = endpoint({
  method: 'GET',
  path: '/attendances/check/:taskId',
  summary: 'Consultar si quien pregunta asiste a una actividad; sin prueba de quién es, la respuesta es no',
  tag,
  access: 'public',
  params: taskParam,
  query: z.object({ email: z.optional(email(INVALID_EMAIL, INVALID_EMAIL)) }),
  status: 200,
  reply: z.object({
    /** Whether the caller has a confirmed place. */
    isAttending: z.boolean(),
    status: z.nullable(z.enum(attendanceStatuses)),
    ...z.pick(attendance, { position: true, offerExpiresAt: true, askedAgainAt: true, reconfirmed: true })
      .shape,
  }),
  errors: ['VALIDATION', 'NOT_FOUND'],
});

/** The batch version of the check, for a page of cards. It uses the session or, without one, the visitor's cookie. */
export const checkAttendances = endpoint({
  method: 'GET',
  path: '/attendances/check',
  summary: 'Consultar a cuáles de estas actividades asiste quien pregunta, y a cuáles ya llegó',
  tag,
  access: 'public',
  query: z.object({
    /** The comma-separated ids of the activities; unknown ids are ignored. */
    taskIds: z.pipe(
      z.pipe(
        z.string('Indica qué actividades'),
        z.transform(list => list.split(',')),
      ),
      z.array(z.uuid(INVALID_ID)).check(z.maxLength(CHECKED_TASKS_MAX, TOO_MANY)),
    ),
  }),
  status: 200,
  reply: z.object({
    attending: z.array(z.uuid()),
    /** Those of `attending` where the door has checked the party in. If a browser has several parties, all of them must be checked in. */
    arrived: z.array(z.object({ taskId: z.uuid(), checkedInAt: z.iso.datetime() })),
  }),
  errors: ['VALIDATION'],
});

export const listOwnAttendances = endpoint({
  method: 'GET',
  path: '/attendances/mis-asistencias',
  summary: 'Las asistencias propias, cada una con su actividad, por fecha',
  tag,
  access: 'session',
  query: page,
  status: 200,
  reply: z.array(attendanceWithActivity),
  isList: true,
  errors: ['UNAUTHENTICATED', 'VALIDATION'],
});
