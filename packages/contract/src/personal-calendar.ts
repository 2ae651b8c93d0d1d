import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

// The address of the account's personal calendar (docs/rules.md R24.1), which calendar programs read without a session.

/** Relative to `/api`; `.ics` follows the secret. */
export const PERSONAL_CALENDAR_PATH = '/calendario';

/** Since when the account has an address, or null without one. Only the response to its creation contains the address itself. */
export const calendarAddress = z.object({ createdAt: z.nullable(z.iso.datetime()) });
export type CalendarAddress = z.infer<typeof calendarAddress>;

const ofAccount = { tag: 'Mi calendario', access: 'session', path: '/auth/calendar' } as const;

export const getCalendarAddress = endpoint({
  ...ofAccount,
  method: 'GET',
  summary:
    'Desde cuándo hay una dirección del calendario personal; la dirección misma no se vuelve a mostrar',
  status: 200,
  reply: calendarAddress,
  errors: ['UNAUTHENTICATED'],
});

export const createCalendarAddress = endpoint({
  ...ofAccount,
  method: 'POST',
  summary:
    'Crear la dirección del calendario personal (.ics): a qué asiste y qué organiza la cuenta, desde hace 60 días, con los lugares privados. La anterior deja de servir. Cualquiera que la tenga lo ve, sin sesión',
  status: 200,
  reply: z.object({ url: z.string() }),
  errors: ['UNAUTHENTICATED', 'RATE_LIMITED'],
});

export const removeCalendarAddress = endpoint({
  ...ofAccount,
  method: 'DELETE',
  summary: 'Quitar la dirección del calendario personal; deja de servir de inmediato',
  status: 204,
  errors: ['UNAUTHENTICATED'],
});
