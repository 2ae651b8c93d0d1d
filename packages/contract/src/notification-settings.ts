import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

// This file is separate from the calls of the notification list, so that only the screens of the settings load it.

/** The kinds of notifications that users can turn on and off separately for e-mail and for the notification list. */
export const notificationKinds = [
  'reminder',
  'attendance',
  'change',
  'moderation',
  'follow',
  'messages',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

const yesOrNo = z.boolean('Indica sí o no para cada aviso');
const channels = z.object({ email: yesOrNo, live: yesOrNo }, 'Indica sí o no para cada aviso');

export const notificationPreferences = z.object({
  /** The user's own reminders. */
  reminder: channels,
  /** Confirmations and cancellations for the user's own activities. */
  attendance: channels,
  /** Changes for an attendee: a new date or place, the deletion of the activity, an offered place. */
  change: channels,
  /** Approval and rejection of the user's own activities. */
  moderation: channels,
  /** New activities of the collectives that the user follows. The frequency of e-mails is a setting of each followed collective. */
  follow: channels,
  /** Messages of organisers to their attendees. */
  messages: channels,
});
export type NotificationPreferences = z.infer<typeof notificationPreferences>;

/** Clients of earlier releases omit `follow` and `messages`, which then do not change. */
const preferencesChange = z.extend(notificationPreferences, {
  follow: z.optional(channels),
  messages: z.optional(channels),
});
export type PreferencesChange = z.infer<typeof preferencesChange>;

const tag = 'Avisos y recordatorios';

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
