import * as z from 'zod/mini';
import { activity } from '../activities.ts';
import { collective } from '../collectives.ts';
import { endpoint } from '../endpoint.ts';
import { ROLE_ERRORS } from '../errors.ts';
import { systemStatus } from '../system.ts';
import { reportCase } from './reports.ts';

/** The most urgent of each kind that one response has; the totals count all. */
export const TODAY_SHOWN = 3;

export const today = z.object({
  reports: z.object({
    total: z.int(),
    /** About activities that begin within 48 hours or are under way first, then in the order of the queue. None for superadmins. */
    shown: z.array(reportCase),
  }),
  /** Activities to come that are not public until they are approved, the nearest first; of a series one. Null for superadmins. */
  activities: z.nullable(
    z.object({
      total: z.int(),
      shown: z.array(activity),
      /** Public ones to come that are still pending, where they need no approval. */
      unreviewed: z.int(),
    }),
  ),
  /** Held collectives, the newest first. Null for superadmins. */
  collectives: z.nullable(z.object({ total: z.int(), shown: z.array(collective) })),
  /** How many publications wait in `GET /admin-panel/held`; for superadmins, who decide them there. Null for others. */
  held: z.nullable(z.int()),
  system: systemStatus,
});
export type Today = z.infer<typeof today>;

export const getToday = endpoint({
  method: 'GET',
  path: '/admin-panel/today',
  summary: `Lo que espera una decisión, lo más urgente primero y máximo ${TODAY_SHOWN} de cada clase, y cómo está el sistema`,
  tag: 'Administración',
  access: 'administration',
  status: 200,
  reply: today,
  errors: ROLE_ERRORS,
});
