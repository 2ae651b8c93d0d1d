import * as z from 'zod/mini';
import { attendance, attendanceSelector, CLAIM_ERRORS, taskParam } from './attendance.ts';
import { claims } from './claims.ts';
import { endpoint } from './endpoint.ts';
import { companions } from './places.ts';
import { answers } from './questions.ts';

// This file is separate from the other calls of attendance, so that only screens with places or needs load it.

const tag = 'Asistencia';

export const changeParty = endpoint({
  method: 'PUT',
  path: '/attendances/party/:taskId',
  summary: 'Cambiar con cuántas personas se va; se prueba quién es como al cancelar',
  tag,
  access: 'public',
  params: taskParam,
  body: z.object({ ...attendanceSelector, companions }),
  status: 200,
  reply: attendance,
  errors: ['VALIDATION', 'FORBIDDEN', 'NOT_FOUND', 'FULL', 'PARTY_TOO_SMALL'],
});

export const changeClaims = endpoint({
  method: 'PUT',
  path: '/attendances/claims/:taskId',
  summary: 'Cambiar las tareas y cosas que se eligieron; se prueba quién es como al cancelar',
  tag,
  access: 'public',
  params: taskParam,
  body: z.object({ ...attendanceSelector, claims }),
  status: 200,
  reply: attendance,
  errors: ['VALIDATION', 'FORBIDDEN', 'NOT_FOUND', 'NOT_CONFIRMED', 'NEED_REQUIRED', ...CLAIM_ERRORS],
});

export const answerOffer = endpoint({
  method: 'POST',
  path: '/attendances/offer/:taskId',
  summary: 'Aceptar el cupo ofrecido o dejarlo pasar; se prueba quién es como al cancelar',
  tag,
  access: 'public',
  params: taskParam,
  body: z.object({
    ...attendanceSelector,
    accept: z.boolean('Indica si aceptas el cupo'),
    answers: z.optional(answers),
    claims: z.optional(claims),
  }),
  status: 200,
  reply: z.union([attendance, z.object({ deletedAttendance: attendance })]),
  errors: ['VALIDATION', 'FORBIDDEN', 'NOT_FOUND', 'OFFER_OVER', 'NEED_REQUIRED', ...CLAIM_ERRORS],
});

export const reconfirmAttendance = endpoint({
  method: 'POST',
  path: '/attendances/reconfirm/:taskId',
  summary: 'Responder si se sigue yendo; «false» cancela la asistencia. Se prueba quién es como al cancelar',
  tag,
  access: 'public',
  params: taskParam,
  body: z.object({ ...attendanceSelector, coming: z.boolean('Indica si sigues yendo') }),
  status: 200,
  reply: z.union([attendance, z.object({ deletedAttendance: attendance })]),
  errors: ['VALIDATION', 'FORBIDDEN', 'NOT_FOUND', 'NOT_CONFIRMED'],
});
