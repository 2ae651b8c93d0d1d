import * as z from 'zod/mini';
import { endpoint, INVALID_ID, idParam, page } from './endpoint.ts';

export const DAYS_BEFORE_MIN = 1;
export const DAYS_BEFORE_MAX = 30;

export const INCOMPLETE_REMINDER_MESSAGE = 'Por favor completa todos los campos.';
export const DAYS_BEFORE_MESSAGE = 'Los días de anticipación deben ser un número entre 1 y 30.';
export const REMINDER_EXISTS_MESSAGE = 'Ya existe una notificación configurada para esta actividad.';

/** Accepts only integers: rejects `"3"` and 3.5 (docs/rules.md R5.1). */
const daysBefore = z
  .number({
    error: ({ input }) =>
      input === undefined || input === null ? INCOMPLETE_REMINDER_MESSAGE : DAYS_BEFORE_MESSAGE,
  })
  .check(
    z.int(DAYS_BEFORE_MESSAGE),
    z.gte(DAYS_BEFORE_MIN, DAYS_BEFORE_MESSAGE),
    z.lte(DAYS_BEFORE_MAX, DAYS_BEFORE_MESSAGE),
  );

export const newReminder = z.object({
  task: z.uuid({
    error: ({ input }) =>
      input === undefined || input === null || input === '' ? INCOMPLETE_REMINDER_MESSAGE : INVALID_ID,
  }),
  daysBefore,
});
export type NewReminder = z.infer<typeof newReminder>;

export const reminderEdit = z.object({ daysBefore });

/** A configured reminder, in days before the activity. */
export const reminder = z.object({
  _id: z.uuid(),
  task: z.object({ _id: z.uuid(), title: z.string(), date: z.iso.datetime() }),
  daysBefore: z.int(),
  createdAt: z.iso.datetime(),
});
export type Reminder = z.infer<typeof reminder>;

const tag = 'Avisos y recordatorios';

export const createReminder = endpoint({
  method: 'POST',
  path: '/notifications',
  summary: 'Configurar un recordatorio de una actividad propia o confirmada',
  tag,
  access: 'session',
  body: newReminder,
  status: 201,
  reply: reminder,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'NOT_FOUND', 'CONFLICT'],
});

export const listReminders = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: 'Los recordatorios propios, por fecha de la actividad',
  tag,
  access: 'session',
  query: page,
  status: 200,
  reply: z.array(reminder),
  isList: true,
  errors: ['VALIDATION', 'UNAUTHENTICATED'],
});

export const updateReminder = endpoint({
  method: 'PUT',
  path: '/notifications/:id',
  summary: 'Cambiar los días de anticipación',
  tag,
  access: 'session',
  params: idParam,
  body: reminderEdit,
  status: 200,
  reply: reminder,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'NOT_FOUND'],
});

export const deleteReminder = endpoint({
  method: 'DELETE',
  path: '/notifications/:id',
  summary: 'Eliminar un recordatorio',
  tag,
  access: 'session',
  params: idParam,
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'NOT_FOUND'],
});
