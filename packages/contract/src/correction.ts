import * as z from 'zod/mini';
import { attendance, INVALID_EMAIL, taskParam } from './attendance.ts';
import { endpoint } from './endpoint.ts';
import { email } from './text.ts';

// This file is separate from the other calls of attendance, so that only the dialog that corrects an address loads it.

export const correction = z.object({
  /** The address as it was confirmed. */
  email: email(INVALID_EMAIL, INVALID_EMAIL),
  correctedEmail: email('Escribe tu correo', INVALID_EMAIL),
});

export const correctEmail = endpoint({
  method: 'PUT',
  path: '/attendances/email/:taskId',
  summary:
    'Corregir el correo con que se confirmó sin cuenta, desde el mismo navegador y hasta que comience; en una serie, el de todas sus fechas',
  tag: 'Asistencia',
  access: 'public',
  params: taskParam,
  body: correction,
  status: 200,
  reply: attendance,
  errors: ['VALIDATION', 'FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
});
