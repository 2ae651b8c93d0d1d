import * as z from 'zod/mini';
import { endpoint, INVALID_ID } from '../endpoint.ts';
import { ROLE_ERRORS } from '../errors.ts';
import { isBlank, multilineText } from '../text.ts';
import { MISSING_REASON_MESSAGE, REJECTION_REASON_MAX } from './activities.ts';

export const BULK_MAX = 100;

export const bulkActions = ['approve', 'reject', 'delete'] as const;
export type BulkAction = (typeof bulkActions)[number];

const NUMBER_OF_IDS = `Elige entre 1 y ${BULK_MAX} actividades`;

export const bulkDecision = z
  .object({
    ids: z
      .array(z.uuid(INVALID_ID), NUMBER_OF_IDS)
      .check(z.minLength(1, NUMBER_OF_IDS), z.maxLength(BULK_MAX, NUMBER_OF_IDS)),
    action: z.enum(bulkActions, 'Elige qué hacer: «approve», «reject» o «delete»'),
    /** The reason of a rejection, which is required; the authors are notified of it. */
    reason: z.optional(
      multilineText(
        REJECTION_REASON_MAX,
        () => `El motivo debe tener como máximo ${REJECTION_REASON_MAX} caracteres`,
      ),
    ),
    /** The status in which the administrator saw the rejected activities, as in the call for one activity. */
    currentStatus: z._default(
      z.enum(['pending', 'approved'], '«currentStatus» debe ser «pending» o «approved»'),
      'pending',
    ),
  })
  .check(
    z.refine(({ action, reason }) => action !== 'reject' || !isBlank(reason ?? ''), {
      error: MISSING_REASON_MESSAGE,
      path: ['reason'],
    }),
  );
export type BulkDecision = z.infer<typeof bulkDecision>;

export const bulkOutcome = z.object({
  done: z.int(),
  /** The number of activities that are unknown or in a state to which the action does not apply, for example decided by another admin. */
  skipped: z.int(),
});
export type BulkOutcome = z.infer<typeof bulkOutcome>;

export const decideManyActivities = endpoint({
  method: 'POST',
  path: '/admin-panel/activities/bulk',
  summary: `Aprobar, rechazar o eliminar hasta ${BULK_MAX} actividades de una vez; se le avisa a quien publicó cada una`,
  tag: 'Administración',
  access: 'admin',
  body: bulkDecision,
  status: 200,
  reply: bulkOutcome,
  errors: ['VALIDATION', ...ROLE_ERRORS],
});
