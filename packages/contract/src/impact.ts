import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ROLE_ERRORS } from './errors.ts';
import { SLUG_MAX } from './search-values.ts';
import { optionalLine } from './text.ts';

// The impact of activities (docs/rules.md R18.9), which counts past public activities.

export const IMPACT_GOALS = 10;
export const IMPACT_MONTHS = 12;

/** The sums of some activities. */
const totals = {
  activities: z.int(),
  /** The attendees who were checked in, with their companions. A person counts once for each activity. */
  people: z.int(),
  /** The hours that organisers confirmed. */
  hours: z.number(),
};

export const impact = z.object({
  ...totals,
  /** The sums reached by goals in each unit, the largest first. */
  goals: z.array(z.object({ unit: z.string(), reached: z.int() })),
  /** The sums of the last months in the site's time zone, the current month last. */
  months: z.array(z.object({ month: z.string(), ...totals })),
});
export type Impact = z.infer<typeof impact>;

export const getImpact = endpoint({
  method: 'GET',
  path: '/tasks/impact',
  summary: `Lo que han logrado las actividades públicas que ya pasaron, o las de un colectivo: cuántas fueron, personas que llegaron, horas confirmadas, metas por unidad y los últimos ${IMPACT_MONTHS} meses`,
  tag: 'Impacto',
  access: 'public',
  query: z.object({
    /** The slug of the collective to whose activities the sums are restricted. */
    colectivo: optionalLine(SLUG_MAX, 'Colectivo no encontrado'),
  }),
  status: 200,
  reply: impact,
  isShared: true,
  errors: ['VALIDATION', 'NOT_FOUND'],
});

export const downloadImpact = endpoint({
  method: 'GET',
  path: '/admin/impact.csv',
  summary: 'El impacto por mes y colectivo, como CSV para una hoja de cálculo',
  tag: 'Impacto',
  access: 'administration',
  status: 200,
  fileType: 'text/csv; charset=utf-8',
  errors: [...ROLE_ERRORS],
});
