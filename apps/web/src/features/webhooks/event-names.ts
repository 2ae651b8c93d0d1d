import type { WebhookDelivery, WebhookEvent } from '@minga/contract/webhooks';

/** The events in words. */
export const eventNames: Readonly<Record<WebhookEvent | 'ping', string>> = {
  'activity.published': 'Se publica una actividad',
  'activity.updated': 'Cambia una actividad',
  'activity.cancelled': 'Se cancela una actividad',
  'attendance.confirmed': 'Alguien confirma',
  'attendance.cancelled': 'Alguien cancela',
  ping: 'Prueba',
};

export const stateNames: Readonly<Record<WebhookDelivery['state'], string>> = {
  pending: 'Pendiente',
  delivered: 'Entregada',
  failed: 'Falló',
};
