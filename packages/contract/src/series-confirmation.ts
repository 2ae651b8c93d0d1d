import * as z from 'zod/mini';
import { CLAIM_ERRORS } from './attendance.ts';
import { confirmation } from './confirmation.ts';
import { endpoint, INVALID_ID } from './endpoint.ts';

// Apart from the other calls of attendance, so that only activities of a series load it.

const { taskId: _taskId, ...confirmationFields } = confirmation.shape;
export const seriesConfirmation = z.object(confirmationFields);
export type SeriesConfirmation = z.infer<typeof seriesConfirmation>;

/** The occurrences to come, by what became of them. */
export const seriesCounts = z.object({
  confirmed: z.int(),
  waiting: z.int(),
  /** Without a place, or without the chosen task or thing. */
  full: z.int(),
  /** The attendee was on the list before. */
  already: z.int(),
  /** Edited on their own so that this confirmation does not suit them, such as a question that only they have. */
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
  /** `personalLink` is present for an attendee without an e-mail, to whom the link cannot be sent. */
  reply: z.extend(seriesCounts, { personalLink: z.optional(z.url()) }),
  errors: ['VALIDATION', 'NOT_FOUND', 'CONFLICT', 'NEED_REQUIRED', ...CLAIM_ERRORS, 'RATE_LIMITED'],
});
