import * as z from 'zod/mini';
import { activity, activityStatuses, wholeActivity } from '../activities.ts';
import { choice } from '../choice.ts';
import { endpoint, idParam, page } from '../endpoint.ts';
import { ROLE_ERRORS } from '../errors.ts';
import { moderationScope } from '../series.ts';
import { requiredText } from '../text.ts';
import { day, search } from './filters.ts';

export const REJECTION_REASON_MAX = 500;
export const MISSING_REASON_MESSAGE = 'Ingrese el motivo del rechazo';

export const activityStats = z.object({
  totalActivities: z.int(),
  pendingActivities: z.int(),
  approvedActivities: z.int(),
  rejectedActivities: z.int(),
  promotedActivities: z.int(),
});
export type ActivityStats = z.infer<typeof activityStats>;

export const activitiesQuery = z.extend(page, {
  status: choice(activityStatuses, 'El estado debe ser «pending», «approved» o «rejected»'),
  promoted: choice(['true', 'false'], '«promoted» debe ser «true» o «false»'),
  search,
  /** The day of the activity in `APP_TIME_ZONE`. */
  date: day,
});

export const rejection = z.object({
  reason: requiredText(
    REJECTION_REASON_MAX,
    MISSING_REASON_MESSAGE,
    `El motivo debe tener como máximo ${REJECTION_REASON_MAX} caracteres`,
  ),
  /** The status in which the administrator saw the activity, so that the rejection does not revert a concurrent approval by mistake. */
  currentStatus: z._default(
    z.enum(['pending', 'approved'], '«currentStatus» debe ser «pending» o «approved»'),
    'pending',
  ),
});

const promotionSwitch = z.object({ promotion: z.boolean('Di si la actividad se promociona o no') });

const tag = 'Administración';

export const listAllActivities = endpoint({
  method: 'GET',
  path: '/admin-panel/activities',
  summary:
    'Todas las actividades, la publicada de última primero; search busca como /tasks/search, y también por el nombre o el correo de quien la publicó',
  tag,
  access: 'admin',
  query: activitiesQuery,
  status: 200,
  reply: z.array(activity),
  isList: true,
  errors: ['VALIDATION', ...ROLE_ERRORS],
});

export const getActivityStats = endpoint({
  method: 'GET',
  path: '/admin-panel/activities/stats',
  summary: 'Cuántas actividades hay por estado',
  tag,
  access: 'admin',
  status: 200,
  reply: activityStats,
  errors: ROLE_ERRORS,
});

export const approveActivity = endpoint({
  method: 'PATCH',
  path: '/admin-panel/activities/:id/approve',
  summary: 'Aprobar una actividad pendiente, o con scope=all su serie; se le avisa a quien la publicó',
  tag,
  access: 'admin',
  params: idParam,
  query: moderationScope,
  status: 200,
  reply: wholeActivity,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'NOT_FOUND', 'CONFLICT'],
});

export const undoApproval = endpoint({
  method: 'PATCH',
  path: '/admin-panel/activities/:id/undo-approval',
  summary:
    'Deshacer una aprobación antes de que se le avise a quien la publicó: la actividad vuelve a estar pendiente',
  tag,
  access: 'admin',
  params: idParam,
  query: moderationScope,
  status: 200,
  reply: wholeActivity,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'NOT_FOUND', 'CONFLICT'],
});

export const rejectActivity = endpoint({
  method: 'PATCH',
  path: '/admin-panel/activities/:id/reject',
  summary:
    'Rechazar una actividad pendiente o, con currentStatus «approved», una aprobada; el motivo se le dice a quien la publicó',
  tag,
  access: 'admin',
  params: idParam,
  query: moderationScope,
  body: rejection,
  status: 200,
  reply: wholeActivity,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'NOT_FOUND', 'CONFLICT'],
});

export const undoRejection = endpoint({
  method: 'PATCH',
  path: '/admin-panel/activities/:id/undo-rejection',
  summary:
    'Deshacer un rechazo antes de que se le avise a quien la publicó: la actividad vuelve al estado que tenía',
  tag,
  access: 'admin',
  params: idParam,
  query: moderationScope,
  status: 200,
  reply: wholeActivity,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'NOT_FOUND', 'CONFLICT'],
});

export const switchPromotion = endpoint({
  method: 'PATCH',
  path: '/admin-panel/activities/:id/promotion',
  summary: 'Promocionar una actividad por 7 días o terminar su promoción',
  tag,
  access: 'admin',
  params: idParam,
  body: promotionSwitch,
  status: 200,
  reply: wholeActivity,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'NOT_FOUND'],
});
