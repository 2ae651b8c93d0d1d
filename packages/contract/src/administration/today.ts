import * as z from 'zod/mini';
import { activity } from '../activities.ts';
import { collective } from '../collectives.ts';
import { endpoint } from '../endpoint.ts';
import { ROLE_ERRORS } from '../errors.ts';
import { systemStatus } from '../system.ts';
import { reportCase } from './reports.ts';

/** The maximum number of items of each kind in one response, the most urgent ones; the totals count all. */
export const TODAY_SHOWN = 3;

export const today = z.object({
  reports: z.object({
    /** The number of open cases; for superadmins only of those that no active administrator can decide. */
    total: z.int(),
    /** For superadmins, the number of open cases that active administrators decide. 0 for administrators. */
    others: z.int(),
    /** Cases about activities that start within 48 hours or are in progress first, then in the order of the queue. Empty for superadmins. */
    shown: z.array(reportCase),
  }),
  /** Upcoming activities that need an approval to be public, the earliest first; each series once. Null for superadmins. */
  activities: z.nullable(
    z.object({
      total: z.int(),
      shown: z.array(activity),
      /** The number of upcoming public activities that are still pending, on a site where they need no approval. */
      unreviewed: z.int(),
    }),
  ),
  /** Held collectives, the newest first. Null for superadmins. */
  collectives: z.nullable(z.object({ total: z.int(), shown: z.array(collective) })),
  /** The number of publications in `GET /admin-panel/held`, for superadmins, who decide about them there. Null for others. */
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
