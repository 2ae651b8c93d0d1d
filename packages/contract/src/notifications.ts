import * as z from 'zod/mini';
import { endpoint, INVALID_ID, idParam, page } from './endpoint.ts';

/** The maximum length of the notification list (docs/rules.md R5.3). */
export const NOTIFICATIONS_MAX = 50;

/** The types of notifications. The web app shows an icon for each type. */
export const notificationTypes = [
  'reminder',
  'attendance',
  'cancellation',
  'change',
  'deletion',
  'place',
  'approval',
  'rejection',
  'report',
  'publication',
  'message',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** A stored notification. `taskId` may refer to a deleted activity. */
export const notification = z.object({
  id: z.uuid(),
  title: z.string(),
  message: z.string(),
  type: z.enum(notificationTypes),
  taskId: z.nullable(z.uuid()),
  timestamp: z.iso.datetime(),
  read: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

const tag = 'Avisos y recordatorios';

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications/recibidas',
  summary:
    'Los avisos que no han llegado o llegaron hace menos de 24 horas: 50 a lo sumo, el más nuevo primero',
  tag,
  access: 'session',
  query: page,
  status: 200,
  reply: z.array(notification),
  isList: true,
  errors: ['VALIDATION', 'UNAUTHENTICATED'],
});

/** The count can exceed the length of the list. */
export const countUnreadNotifications = endpoint({
  method: 'GET',
  path: '/notifications/recibidas/sin-leer',
  summary: 'Cuántos avisos están sin leer',
  tag,
  access: 'session',
  status: 200,
  reply: z.object({ count: z.int() }),
  errors: ['UNAUTHENTICATED'],
});

const NO_MOMENT = 'Indica hasta qué momento';

/** The `timestamp` of the newest notification that the user has seen; newer ones do not change. PostgreSQL has no year 0. */
const until = z.optional(
  z.iso.datetime(NO_MOMENT).check(z.refine(moment => Date.parse(moment) >= 0, NO_MOMENT)),
);

export const markNotificationsRead = endpoint({
  method: 'POST',
  path: '/notifications/recibidas/leidas',
  summary: 'Marcar avisos como leídos: los nombrados, los que hay hasta un momento, o todos',
  tag,
  access: 'session',
  body: z.nullish(
    z.object({
      until,
      ids: z.optional(
        z
          .array(z.uuid(INVALID_ID), 'Los avisos deben ser una lista')
          .check(z.maxLength(NOTIFICATIONS_MAX, `Como máximo ${NOTIFICATIONS_MAX} a la vez`)),
      ),
    }),
  ),
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED'],
});

export const removeNotification = endpoint({
  method: 'DELETE',
  path: '/notifications/recibidas/:id',
  summary: 'Quitar un aviso',
  tag,
  access: 'session',
  params: idParam,
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'NOT_FOUND'],
});

export const clearNotifications = endpoint({
  method: 'DELETE',
  path: '/notifications/recibidas',
  summary: 'Quitar todos los avisos, o los que hay hasta un momento',
  tag,
  access: 'session',
  query: z.object({ until }),
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED'],
});
