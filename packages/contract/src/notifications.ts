import * as z from 'zod/mini';
import { endpoint, INVALID_ID, idParam, page } from './endpoint.ts';

/** Maximum length of the notification list (spec 001 section 9). */
export const NOTIFICATIONS_MAX = 50;

/** The web app shows an icon for each type. */
export const notificationTypes = [
  'reminder',
  'attendance',
  'cancellation',
  'change',
  'deletion',
  'place',
  'approval',
  'rejection',
  'publication',
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

/** Kinds that users can turn on and off separately for e-mail and for the notification list. */
export const notificationKinds = ['reminder', 'attendance', 'change', 'moderation', 'follow'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

const yesOrNo = z.boolean('Indica sí o no para cada aviso');
const channels = z.object({ email: yesOrNo, live: yesOrNo }, 'Indica sí o no para cada aviso');

export const notificationPreferences = z.object({
  /** The user's own reminders. */
  reminder: channels,
  /** Confirmations and cancellations for the user's own activities. */
  attendance: channels,
  /** What changes for an attendee: date or place, deletion, an offered place. */
  change: channels,
  /** Approval and rejection of the user's own activities. */
  moderation: channels,
  /** New activities of the collectives that the user follows; how often by e-mail is chosen for each. */
  follow: channels,
});
export type NotificationPreferences = z.infer<typeof notificationPreferences>;

/** Clients of earlier releases leave `follow` out: it stays as it is. */
const preferencesChange = z.extend(notificationPreferences, { follow: z.optional(channels) });
export type PreferencesChange = z.infer<typeof preferencesChange>;

const tag = 'Notificaciones';

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications/recibidas',
  summary:
    'Las notificaciones que no han llegado o llegaron hace menos de 24 horas: 50 a lo sumo, la más nueva primero',
  tag,
  access: 'session',
  query: page,
  status: 200,
  reply: z.array(notification),
  isList: true,
  errors: ['VALIDATION', 'UNAUTHENTICATED'],
});

/** Can exceed the length of the list. */
export const countUnreadNotifications = endpoint({
  method: 'GET',
  path: '/notifications/recibidas/sin-leer',
  summary: 'Cuántas notificaciones están sin leer',
  tag,
  access: 'session',
  status: 200,
  reply: z.object({ count: z.int() }),
  errors: ['UNAUTHENTICATED'],
});

/** The `timestamp` of the newest notification that the user has seen; newer ones stay unchanged. */
const until = z.optional(z.iso.datetime('Indica hasta qué momento'));

export const markNotificationsRead = endpoint({
  method: 'POST',
  path: '/notifications/recibidas/leidas',
  summary: 'Marcar notificaciones como leídas: las nombradas, las que hay hasta un momento, o todas',
  tag,
  access: 'session',
  body: z.nullish(
    z.object({
      until,
      ids: z.optional(
        z
          .array(z.uuid(INVALID_ID), 'Las notificaciones deben ser una lista')
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
  summary: 'Quitar una notificación',
  tag,
  access: 'session',
  params: idParam,
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'NOT_FOUND'],
});

export const clearNotifications = endpoint({
  method: 'DELETE',
  path: '/notifications/recibidas',
  summary: 'Quitar todas las notificaciones, o las que hay hasta un momento',
  tag,
  access: 'session',
  query: z.object({ until }),
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED'],
});

export const getNotificationPreferences = endpoint({
  method: 'GET',
  path: '/notifications/preferencias',
  summary: 'Qué avisos se quieren por correo y cuáles en la campana',
  tag,
  access: 'session',
  status: 200,
  reply: notificationPreferences,
  errors: ['UNAUTHENTICATED'],
});

export const updateNotificationPreferences = endpoint({
  method: 'PUT',
  path: '/notifications/preferencias',
  summary: 'Elegir qué avisos llegan por correo y cuáles a la campana',
  tag,
  access: 'session',
  body: preferencesChange,
  status: 200,
  reply: notificationPreferences,
  errors: ['VALIDATION', 'UNAUTHENTICATED'],
});

const unsubscribeToken = z.object({
  token: z.string('El enlace no está completo').check(z.minLength(1, 'El enlace no está completo')),
});

/** The subscription that an unsubscribe link ends. */
export const subscription = z.object({ kind: z.enum(notificationKinds), hasAccount: z.boolean() });
export type Subscription = z.infer<typeof subscription>;

export const readSubscription = endpoint({
  method: 'POST',
  path: '/notifications/suscripcion',
  summary: 'Qué correos termina el enlace de un correo; preguntarlo no cambia nada',
  tag,
  access: 'public',
  body: unsubscribeToken,
  status: 200,
  reply: subscription,
  errors: ['VALIDATION', 'INVALID_TOKEN'],
});

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/notifications/baja',
  summary: 'No recibir más correos de la clase de aquel cuyo enlace se siguió; también sin sesión',
  tag,
  access: 'public',
  body: unsubscribeToken,
  status: 200,
  reply: subscription,
  errors: ['VALIDATION', 'INVALID_TOKEN'],
});
