import * as z from 'zod/mini';
import { attendance, CLAIM_ERRORS, INVALID_EMAIL } from './attendance.ts';
import { claims } from './claims.ts';
import { INVALID_PHONE, TYPED_PHONE_MAX } from './contact.ts';
import { endpoint, INVALID_ID } from './endpoint.ts';
import { personName } from './person-name.ts';
import { companions } from './places.ts';
import { answers } from './questions.ts';
import { email, pastedAddress } from './text.ts';

// This file is separate from the other calls of attendance, so that only dialogs load it.

export const ATTENDEE_NAME_MAX = 80;
export const INCOMPLETE_MESSAGE = 'Datos incompletos para confirmar asistencia';

const name = personName(
  ATTENDEE_NAME_MAX,
  INCOMPLETE_MESSAGE,
  `El nombre debe tener como máximo ${ATTENDEE_NAME_MAX} caracteres`,
);

/** The attendee's trimmed name and trimmed, lower-cased e-mail (docs/rules.md R4.1). */
export const attendee = z.object({ name, email: email(INCOMPLETE_MESSAGE, INVALID_EMAIL) });

/** An attendee. The activity determines the required fields; null or empty text counts as absent (docs/rules.md R13.1). */
export const anyAttendee = z.object({
  name,
  email: z.optional(
    z.pipe(
      z.transform((value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value)),
      z.nullable(email(INVALID_EMAIL, INVALID_EMAIL)),
    ),
  ),
  phone: z.optional(
    z.nullable(
      z.string(INVALID_PHONE).check(z.overwrite(pastedAddress), z.maxLength(TYPED_PHONE_MAX, INVALID_PHONE)),
    ),
  ),
});
export type AnyAttendee = z.infer<typeof anyAttendee>;

export const confirmation = z.extend(anyAttendee, {
  /** A UUID from the browser. A repeated confirmation with the same one is stored once per activity. */
  clientId: z.optional(z.uuid(INVALID_ID)),
  /**
   * Whether to send a reminder one day before, by e-mail and, to an account, also as a notification. Attendees who are asked on that day
   * whether they still attend get no reminder.
   */
  remind: z.optional(z.boolean('Indica si quieres un recordatorio')),
  answers: z.optional(answers),
  claims: z.optional(claims),
  companions: z.optional(companions),
  /** Whether the organiser adds another person beyond the capacity. */
  force: z.optional(z.boolean('Indica si se agrega aunque no haya cupo')),
  taskId: z.uuid({
    error: ({ input }) => (input === undefined || input === '' ? INCOMPLETE_MESSAGE : INVALID_ID),
  }),
});
export type Confirmation = z.infer<typeof confirmation>;

const tag = 'Asistencia';

export const confirmAttendance = endpoint({
  method: 'POST',
  path: '/attendances/confirm',
  summary:
    'Confirmar asistencia, con o sin cuenta; quien organiza agrega a otra persona solo con su nombre; la misma vez de un navegador («clientId») responde 200 con la misma asistencia',
  tag,
  access: 'public',
  body: confirmation,
  status: 201,
  /**
   * `personalLink` is present for an attendee without an e-mail, to whom the link cannot be sent; `mailed` for an attendee whom an organiser
   * added with an e-mail: false if the organiser's daily allowance is used up, the person was mailed before, or the activity is rejected.
   */
  reply: z.extend(attendance, { personalLink: z.optional(z.url()), mailed: z.optional(z.boolean()) }),
  errors: ['VALIDATION', 'NOT_FOUND', 'CONFLICT', 'FULL', 'NEED_REQUIRED', ...CLAIM_ERRORS, 'RATE_LIMITED'],
});
