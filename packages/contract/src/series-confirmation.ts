import * as z from 'zod/mini';
import { CLAIM_ERRORS } from './attendance.ts';
import { confirmation } from './confirmation.ts';
import { endpoint, INVALID_ID } from './endpoint.ts';

// This file is separate from the other calls of attendance, so that only activities of a series load it.

const { taskId: _taskId, ...confirmationFields } = confirmation.shape;
export const seriesConfirmation = z.object(confirmationFields);
export type SeriesConfirmation = z.infer<typeof seriesConfirmation>;

/** The numbers of upcoming occurrences, by the result of the confirmation. */
export const seriesCounts = z.object({
  confirmed: z.int(),
  waiting: z.int(),
  /** Occurrences without a free place, or without the chosen task or thing. */
  full: z.int(),
  /** Occurrences whose list already contained the attendee. */
  already: z.int(),
  /** Occurrences to which this confirmation does not apply, since they were edited separately, for example with a question of their own. */
  separate: z.int(),
});
export type SeriesCounts = z.infer<typeof seriesCounts>;

export const confirmSeries = endpoint({
  method: 'POST',
  path: '/attendances/confirm-series/:seriesId',
  summary:
    'Confirmar asistencia a todas las fechas de una serie que quedan: un solo correo y un solo enlace personal',
  tag: 'Asistencia',
  access: 'public',
  params: z.object({ seriesId: z.uuid(INVALID_ID) }),
  body: seriesConfirmation,
  status: 201,
  /** `personalLink` and `mailed` are as those of `confirmAttendance`: one link and one e-mail are for all dates. */
  reply: z.extend(seriesCounts, { personalLink: z.optional(z.url()), mailed: z.optional(z.boolean()) }),
  errors: ['VALIDATION', 'NOT_FOUND', 'CONFLICT', 'NEED_REQUIRED', ...CLAIM_ERRORS, 'RATE_LIMITED'],
});
