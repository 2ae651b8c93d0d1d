import type { Limit } from '../../platform/limits/limits.ts';

/** Pings and repeated deliveries of one webhook. */
export const sendsByWebhook: Limit = {
  name: 'webhook-send',
  times: 60,
  seconds: 3600,
  reason: 'Enviaste muchas pruebas y repeticiones.',
};
