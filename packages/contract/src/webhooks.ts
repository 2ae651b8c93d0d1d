import * as z from 'zod/mini';
import { slugParam } from './collectives.ts';
import { endpoint, INVALID_ID, page } from './endpoint.ts';

// Webhooks of a collective (docs/rules.md R19.9). Each event is sent as a POST of `{ id, event, createdAt, data }` in JSON, signed with
// `Minga-Signature: t=<unix seconds>,v1=<hex of HMAC-SHA256 over "t.body">`. A retry has the same `id`.

export const WEBHOOK_URL_MAX = 500;
/** The maximum number of webhooks of a collective; `PERSONAL_WEBHOOKS_MAX` limits those that one account creates in all its collectives. */
export const WEBHOOKS_MAX = 10;
export const PERSONAL_WEBHOOKS_MAX = 20;

/** `data` of activities is `{ activity, url }` as visitors see it; of attendances `{ activityId, places }`; of a ping `{}`. */
export const webhookEvents = [
  'activity.published',
  'activity.updated',
  /** The activity was deleted or withdrawn. */
  'activity.cancelled',
  'attendance.confirmed',
  'attendance.cancelled',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The event that is sent after the creation and to test the webhook, regardless of its events. */
export const PING = 'ping';

const URL = 'La dirección debe comenzar con https://';
const EVENTS = 'Elige al menos un evento de la lista';

export const newWebhook = z.object({
  /** The URL. The server validates it further, since its settings may allow other addresses. */
  url: z.string('La dirección es requerida').check(
    z.trim(),
    z.minLength(1, 'La dirección es requerida'),
    z.maxLength(WEBHOOK_URL_MAX, `La dirección debe tener como máximo ${WEBHOOK_URL_MAX} caracteres`),
    z.refine(url => url === '' || /^https?:\/\/\S+$/i.test(url), URL),
  ),
  events: z
    .array(z.enum(webhookEvents, EVENTS), EVENTS)
    .check(z.minLength(1, EVENTS), z.maxLength(webhookEvents.length, EVENTS)),
});
export type NewWebhook = z.infer<typeof newWebhook>;

export const webhook = z.object({
  _id: z.uuid(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** False if the webhook was deactivated after failing for a whole day. A successful retry of a delivery activates it. */
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  /** The time since which every attempt has failed, or null if the last one succeeded. */
  failingSince: z.nullable(z.iso.datetime()),
});
export type Webhook = z.infer<typeof webhook>;

/** A created webhook. Only the response to the creation contains the secret. */
export const createdWebhook = z.extend(webhook, { secret: z.string() });
export type CreatedWebhook = z.infer<typeof createdWebhook>;

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;

export const webhookDelivery = z.object({
  /** The `id` of the event that is sent. */
  _id: z.uuid(),
  event: z.enum([...webhookEvents, PING]),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** The status of the last response, or null without a response. */
  responseStatus: z.nullable(z.int()),
  /** The error of the last attempt, or null if it did not fail. */
  error: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  lastAttemptAt: z.nullable(z.iso.datetime()),
  /** The time of the next attempt, or null if the delivery is not retried automatically. */
  nextAttemptAt: z.nullable(z.iso.datetime()),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const webhookParams = z.extend(slugParam, { id: z.uuid(INVALID_ID) });
const deliveryParams = z.extend(webhookParams, { deliveryId: z.uuid(INVALID_ID) });

const ofOwners = { tag: 'Webhooks', access: 'session' } as const;
const OWNER_ERRORS = ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'] as const;

export const listWebhooks = endpoint({
  ...ofOwners,
  method: 'GET',
  path: '/collectives/:slug/webhooks',
  summary: 'Los webhooks del colectivo, para quienes lo administran; sin el secreto',
  params: slugParam,
  query: page,
  status: 200,
  reply: z.array(webhook),
  isList: true,
  errors: OWNER_ERRORS,
});

export const createWebhook = endpoint({
  ...ofOwners,
  method: 'POST',
  path: '/collectives/:slug/webhooks',
  summary: `Crear un webhook, cuyo secreto se muestra solo esta vez; máximo ${WEBHOOKS_MAX} por colectivo y ${PERSONAL_WEBHOOKS_MAX} por persona. Envía enseguida un «ping»`,
  params: slugParam,
  body: newWebhook,
  status: 201,
  reply: createdWebhook,
  errors: [...OWNER_ERRORS, 'CONFIRM_IDENTITY', 'CONFLICT'],
});

export const removeWebhook = endpoint({
  ...ofOwners,
  method: 'DELETE',
  path: '/collectives/:slug/webhooks/:id',
  summary: 'Eliminar un webhook con sus entregas',
  params: webhookParams,
  status: 204,
  errors: OWNER_ERRORS,
});

export const pingWebhook = endpoint({
  ...ofOwners,
  method: 'POST',
  path: '/collectives/:slug/webhooks/:id/ping',
  summary: 'Probar un webhook: enviar un «ping»',
  params: webhookParams,
  status: 202,
  reply: webhookDelivery,
  errors: [...OWNER_ERRORS, 'RATE_LIMITED'],
});

export const listDeliveries = endpoint({
  ...ofOwners,
  method: 'GET',
  path: '/collectives/:slug/webhooks/:id/deliveries',
  summary: 'Las entregas de un webhook de los últimos 30 días, la más nueva primero',
  params: webhookParams,
  query: page,
  status: 200,
  reply: z.array(webhookDelivery),
  isList: true,
  errors: OWNER_ERRORS,
});

export const retryDelivery = endpoint({
  ...ofOwners,
  method: 'POST',
  path: '/collectives/:slug/webhooks/:id/deliveries/:deliveryId/retry',
  summary: 'Enviar otra vez una entrega, con el mismo «id»; se reintenta hasta por un día',
  params: deliveryParams,
  status: 202,
  reply: webhookDelivery,
  errors: [...OWNER_ERRORS, 'RATE_LIMITED'],
});
