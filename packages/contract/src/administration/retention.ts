import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ROLE_ERRORS } from '../errors.ts';

// The erasure of visitors' names and contacts some time after an activity (docs/rules.md R19.6).

/** Erasures due within as many days are shown in advance. */
export const UPCOMING_DAYS = 30;
/** The newest days on which data was erased. */
export const ERASED_DAYS_MAX = 60;

const retention = z.object({
  /** After the end of an activity, as VISITOR_DATA_DAYS says. */
  days: z.int(),
  upcoming: z.object({
    people: z.int(),
    activities: z.int(),
    /** When the first are erased, or were to be; null: none in this period. */
    from: z.nullable(z.iso.datetime()),
  }),
  /** On the site's calendar, the newest first. */
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
