import * as z from 'zod/mini';
import { attendance, attendanceSelector, taskParam } from './attendance.ts';
import { endpoint, idParam } from './endpoint.ts';
import { companions } from './places.ts';
import { answers } from './questions.ts';

// Apart from the other calls of attendance, so that only screens with places load them.

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
  errors: ['VALIDATION', 'FORBIDDEN', 'NOT_FOUND', 'FULL'],
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
  }),
  status: 200,
  reply: z.union([attendance, z.object({ deletedAttendance: attendance })]),
  errors: ['VALIDATION', 'FORBIDDEN', 'NOT_FOUND', 'OFFER_OVER'],
});

export const admitParticipant = endpoint({
  method: 'PATCH',
  path: '/attendances/:id/status',
  summary: 'Dar un cupo a quien espera en una actividad propia, aunque ya no haya',
  tag,
  access: 'session',
  params: idParam,
  body: z.object({ status: z.literal('confirmed', 'El estado solo puede ser «confirmed»') }),
  status: 200,
  reply: attendance,
  errors: ['UNAUTHENTICATED', 'VALIDATION', 'FORBIDDEN', 'NOT_FOUND'],
});
