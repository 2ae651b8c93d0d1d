import * as z from 'zod/mini';
import { attendance, taskParam } from './attendance.ts';
import { anyAttendee } from './confirmation.ts';
import { endpoint, INVALID_ID, idParam, page } from './endpoint.ts';

// This file is separate from the other calls of attendance, so that only organisers load it.

const tag = 'Asistencia';

export const listParticipants = endpoint({
  method: 'GET',
  path: '/attendances/:taskId',
  summary: 'Quiénes van a una actividad propia: con cupo, con un cupo ofrecido y en espera',
  tag,
  access: 'session',
  params: taskParam,
  query: page,
  status: 200,
  reply: z.array(attendance),
  isList: true,
  errors: ['UNAUTHENTICATED', 'VALIDATION', 'FORBIDDEN', 'NOT_FOUND'],
});

const party = z.object({ parties: z.int(), people: z.int() });

/**
 * The numbers of attendees who confirmed, of those who were checked in, of walk-ins, and of those on the whole list who left neither e-mail
 * nor phone. `people` includes companions.
 */
export const turnout = z.object({ confirmed: party, checkedIn: party, walkIns: party, unreachable: party });
export type Turnout = z.infer<typeof turnout>;

export const readTurnout = endpoint({
  method: 'GET',
  path: '/attendances/:taskId/turnout',
  summary:
    'Cuántas personas vinieron a una actividad propia: de las que tenían cupo, y sin haber confirmado; y cuántas de la lista no dejaron correo ni teléfono',
  tag,
  access: 'session',
  params: taskParam,
  status: 200,
  reply: turnout,
  errors: ['UNAUTHENTICATED', 'VALIDATION', 'FORBIDDEN', 'NOT_FOUND'],
});

export const updateParticipant = endpoint({
  method: 'PUT',
  path: '/attendances/:id',
  summary:
    'Cambiar nombre, correo y teléfono de quien asiste a una actividad propia; si queda otra persona, nada de lo que tenía la anterior sirve',
  tag,
  access: 'session',
  params: idParam,
  body: anyAttendee,
  status: 200,
  /**
   * `personalLink` is present if another person without an e-mail, to whom the link cannot be sent, has taken the place; `mailed` if the
   * e-mail is a new one: false if the daily allowance is used up, or the person was mailed before.
   */
  reply: z.object({
    updated: attendance,
    personalLink: z.optional(z.url()),
    mailed: z.optional(z.boolean()),
  }),
  errors: ['UNAUTHENTICATED', 'VALIDATION', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
});

export const removeParticipant = endpoint({
  method: 'DELETE',
  path: '/attendances/:id',
  summary: 'Quitar a alguien de una actividad propia',
  tag,
  access: 'session',
  params: idParam,
  status: 204,
  errors: ['UNAUTHENTICATED', 'VALIDATION', 'FORBIDDEN', 'NOT_FOUND'],
});

export const REMOVED_MAX = 100;

export const removeParticipants = endpoint({
  method: 'POST',
  path: '/attendances/:taskId/removals',
  summary: `Quitar a varias personas de una actividad propia, ${REMOVED_MAX} a lo sumo`,
  tag,
  access: 'session',
  params: taskParam,
  body: z.object({
    ids: z
      .array(z.uuid(INVALID_ID), 'Indica a quiénes quitar')
      .check(
        z.minLength(1, 'Indica a quiénes quitar'),
        z.maxLength(REMOVED_MAX, `Puedes quitar a ${REMOVED_MAX} personas a la vez como máximo`),
      ),
  }),
  status: 200,
  /** The number of removed attendees; the others were not on the list. */
  reply: z.object({ removed: z.int() }),
  errors: ['UNAUTHENTICATED', 'VALIDATION', 'FORBIDDEN', 'NOT_FOUND'],
});

export const admitParticipant = endpoint({
  method: 'PATCH',
  path: '/attendances/:id/status',
  summary: 'Dar un cupo a quien espera en una actividad propia, aunque ya no haya',
  tag,
  access: 'session',
  params: idParam,
  body: z.object({ status: z.literal('confirmed', 'El estado solo puede ser «confirmed»') }),
  status: 200,
  reply: attendance,
  errors: ['UNAUTHENTICATED', 'VALIDATION', 'FORBIDDEN', 'NOT_FOUND'],
});
