import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email, personName } from './text.ts';

export const ATTENDEE_NAME_MAX = 80;
export const INCOMPLETE_MESSAGE = 'Datos incompletos para confirmar asistencia';

export const attendance = z.object({
  _id: z.uuid(),
  /** Id of the activity; `task` is the same id, as older clients read it. */
  task: z.uuid(),
  taskId: z.uuid(),
  name: z.string(),
  email: z.string(),
  user: z.optional(z.uuid()),
  createdAt: z.iso.datetime(),
});
export type Attendance = z.infer<typeof attendance>;

/** Name, trimmed, and e-mail, trimmed and lower-cased, of who comes (CONTRACT.md section 4). */
export const confirmation = z.object({
  taskId: z.uuid({
    error: ({ input }) =>
      input === undefined || input === '' ? INCOMPLETE_MESSAGE : 'Identificador no válido',
  }),
  name: personName(
    ATTENDEE_NAME_MAX,
    INCOMPLETE_MESSAGE,
    `El nombre debe tener como máximo ${ATTENDEE_NAME_MAX} caracteres`,
  ),
  email: email(INCOMPLETE_MESSAGE, 'Correo electrónico no válido'),
});
export type Confirmation = z.infer<typeof confirmation>;

const tag = 'Asistencia';

export const confirmAttendance = endpoint({
  method: 'POST',
  path: '/attendances/confirm',
  summary: 'Confirmar asistencia, con o sin cuenta',
  tag,
  access: 'public',
  body: confirmation,
  status: 201,
  reply: attendance,
  errors: ['VALIDATION', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
});

export const checkAttendance = endpoint({
  method: 'GET',
  path: '/attendances/check/:taskId',
  summary: '¿Asiste quien pregunta? Sin prueba de quién es, la respuesta es no',
  tag,
  access: 'public',
  params: z.object({ taskId: z.uuid('Identificador no válido') }),
  query: z.object({
    email: z.optional(email('Correo electrónico no válido', 'Correo electrónico no válido')),
  }),
  status: 200,
  reply: z.object({ isAttending: z.boolean() }),
  errors: ['VALIDATION', 'NOT_FOUND'],
});
