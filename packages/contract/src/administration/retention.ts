import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ROLE_ERRORS } from '../errors.ts';

// The erasure of visitors' names and contacts some time after an activity (docs/rules.md R19.6).

/** The number of days within which upcoming erasures are shown. */
export const UPCOMING_DAYS = 30;
/** The maximum number of days with erasures that are shown, the newest ones. */
export const ERASED_DAYS_MAX = 60;

const retention = z.object({
  /** The number of days after the end of an activity, the value of VISITOR_DATA_DAYS. */
  days: z.int(),
  upcoming: z.object({
    people: z.int(),
    activities: z.int(),
    /** When the first erasure is due, or was due, or null if there is none in this period. */
    from: z.nullable(z.iso.datetime()),
  }),
  /** The days with erasures in the site's time zone, the newest first. */
  erased: z.array(z.object({ day: z.iso.date(), people: z.int() })),
});
export type Retention = z.infer<typeof retention>;

export const getRetention = endpoint({
  method: 'GET',
  path: '/admin/retention',
  summary: `Cuántos días se guardan los datos de visitantes, cuántos se borran en los próximos ${UPCOMING_DAYS} días y cuántos se borraron cada día`,
  tag: 'Superadministración',
  access: 'superadmin',
  status: 200,
  reply: retention,
  errors: [...ROLE_ERRORS],
});
