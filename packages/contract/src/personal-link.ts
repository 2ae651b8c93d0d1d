import * as z from 'zod/mini';
import { wholeActivity } from './activities.ts';
import { attendance, linkToken } from './attendance.ts';
import { endpoint, INVALID_ID } from './endpoint.ts';
import { locationDetails } from './location.ts';
import { email } from './text.ts';

// This file is separate from the other calls of attendance, so that only the page of a personal link loads it.

export const PERSONAL_LINK_MESSAGE = 'Si hay una asistencia con ese correo, te enviamos el enlace.';

/** The attendance to which a personal link belongs. */
export const personalAttendance = z.object({
  _id: z.uuid(),
  taskId: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  task: z.extend(
    z.pick(wholeActivity, {
      _id: true,
      title: true,
      date: true,
      endDate: true,
      place: true,
      questions: true,
      needs: true,
      needsRequired: true,
      companionsMax: true,
      chatUrl: true,
    }),
    locationDetails.shape,
  ),
  ...z.pick(attendance, {
    answers: true,
    claims: true,
    companions: true,
    status: true,
    position: true,
    offerExpiresAt: true,
    askedAgainAt: true,
    reconfirmed: true,
    code: true,
    checkedInAt: true,
    hours: true,
  }).shape,
  /** Present if an organiser added the person, who has not confirmed. */
  isAdded: z.optional(z.literal(true)),
  /** Whether the activity has a public page. */
  isPublic: z.boolean(),
  /** Whether the link was sent to the attendance's e-mail, so that its data calls cover all attendances with this e-mail. */
  coversEmail: z.boolean(),
  /** The activities of the link, by date. A link of a series has several. */
  dates: z.array(z.object({ taskId: z.uuid(), date: z.iso.datetime(), status: attendance.shape.status })),
});
export type PersonalAttendance = z.infer<typeof personalAttendance>;

const tag = 'Asistencia';

export const readPersonalLink = endpoint({
  method: 'POST',
  path: '/attendances/personal',
  summary:
    'Lo que muestra un enlace personal; abrirlo no cambia nada. El de una serie muestra la próxima fecha, o la de «taskId»',
  tag,
  access: 'public',
  body: z.object({ token: linkToken, taskId: z.optional(z.uuid(INVALID_ID)) }),
  status: 200,
  reply: personalAttendance,
  errors: ['VALIDATION', 'INVALID_TOKEN'],
});

export const personalLinkRequest = z.object({
  email: email('El correo electrónico es requerido', 'Ingresa un correo electrónico válido'),
  /** Restricts the links to this activity; by default all upcoming ones. */
  taskId: z.optional(z.uuid(INVALID_ID)),
});

export const requestPersonalLink = endpoint({
  method: 'POST',
  path: '/attendances/personal-link',
  summary: 'Enviar de nuevo los enlaces personales; responde igual, haya asistencias o no',
  tag,
  access: 'public',
  body: personalLinkRequest,
  status: 200,
  reply: z.object({ message: z.string() }),
  errors: ['VALIDATION', 'RATE_LIMITED'],
});
