import * as z from 'zod/mini';
import { endpoint, idParam, page } from './endpoint.ts';

// Web Push (docs/rules.md R17.4), which delivers the notifications of the list to devices without an open screen too.

const ENDPOINT_MAX = 1000;
/** The maximum number of an account's subscriptions. A further one replaces the one whose last success is the oldest. */
export const PUSH_SUBSCRIPTIONS_MAX = 20;

const INCOMPLETE = 'La suscripción del navegador no está completa';

/** A key in base64url: 65 bytes of a P-256 key, or 16 bytes of a secret. */
const key = (characters: number) =>
  z.string(INCOMPLETE).check(z.regex(/^[\w-]+={0,2}$/, INCOMPLETE), z.maxLength(characters, INCOMPLETE));
const pushEndpoint = z.url(INCOMPLETE).check(z.maxLength(ENDPOINT_MAX, INCOMPLETE));

export const newPushSubscription = z.object({
  endpoint: pushEndpoint,
  keys: z.object({ p256dh: key(90), auth: key(26) }, INCOMPLETE),
});
export type NewPushSubscription = z.infer<typeof newPushSubscription>;

/** A device of the account. */
export const pushDevice = z.object({
  _id: z.uuid(),
  /** The browser and the system, such as 'Chrome en Android'. */
  device: z.string(),
  isPhone: z.boolean(),
  /** Whether the device belongs to the session of the request. */
  isCurrent: z.boolean(),
  createdAt: z.iso.datetime(),
  /** When the last notification was delivered, or null if none was. */
  lastDeliveredAt: z.nullable(z.iso.datetime()),
});
export type PushDevice = z.infer<typeof pushDevice>;

const session = { tag: 'Avisos y recordatorios', access: 'session' } as const;

export const getPushKey = endpoint({
  ...session,
  method: 'GET',
  path: '/push/key',
  summary: 'La clave pública (VAPID) con la que el navegador se suscribe',
  status: 200,
  reply: z.object({ publicKey: z.string() }),
  errors: ['UNAUTHENTICATED'],
});

export const listPushDevices = endpoint({
  ...session,
  method: 'GET',
  path: '/push/subscriptions',
  summary: 'Los dispositivos que reciben avisos, cada uno con la última entrega',
  query: page,
  status: 200,
  reply: z.array(pushDevice),
  isList: true,
  errors: ['VALIDATION', 'UNAUTHENTICATED'],
});

export const subscribeToPush = endpoint({
  ...session,
  method: 'POST',
  path: '/push/subscriptions',
  summary: `Recibir avisos en este navegador mientras dure la sesión; otra vez con el mismo «endpoint» lo actualiza. Máximo ${PUSH_SUBSCRIPTIONS_MAX} por cuenta: una más reemplaza a la que hace más tiempo no recibe`,
  body: newPushSubscription,
  status: 201,
  reply: pushDevice,
  errors: ['VALIDATION', 'UNAUTHENTICATED'],
});

export const unsubscribeFromPush = endpoint({
  ...session,
  method: 'DELETE',
  path: '/push/subscriptions',
  summary: 'Dejar de recibir avisos en este navegador; también si no los recibía',
  body: z.object({ endpoint: pushEndpoint }),
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED'],
});

export const removePushDevice = endpoint({
  ...session,
  method: 'DELETE',
  path: '/push/subscriptions/:id',
  summary: 'Dejar de enviar avisos a uno de los propios dispositivos',
  params: idParam,
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'NOT_FOUND'],
});
