import * as z from 'zod/mini';
import { activity } from './activities.ts';
import { linkToken, taskParam } from './attendance.ts';
import { endpoint } from './endpoint.ts';
import { attendanceStatuses } from './places.ts';

// Attendees who check themselves in with the code that hangs at the place (docs/rules.md R22).

/** The path of a place code's page. The QR code contains the URL of this path followed by the code. */
export const PLACE_PATH = '/estoy';

export const SELF_OPENS_MINUTES = 60;
/** How long after the start people can check themselves in to an activity without an end. */
export const SELF_CLOSES_HOURS = 6;

const MINUTE_MS = 60_000;

interface Period {
  readonly date: Date | string;
  readonly endDate: Date | string | null;
}

/** The period in which attendees can check themselves in. */
export const selfCheckInHours = ({
  date,
  endDate,
}: Period): { readonly opens: Date; readonly closes: Date } => ({
  opens: new Date(new Date(date).getTime() - SELF_OPENS_MINUTES * MINUTE_MS),
  closes:
    endDate === null
      ? new Date(new Date(date).getTime() + SELF_CLOSES_HOURS * 60 * MINUTE_MS)
      : new Date(endDate),
});

/** Crockford's base 32 has no letter that looks like a digit, so that the code can be typed from the sheet. */
const CODE = /^[0-7][0-9a-hj-km-np-tv-z]{25}$/;

/** The code in a text as people type it, in lower case: `o` is read as 0, `i` and `l` as 1. Returns null if it is not a code. */
export function placeCodeIn(text: string): string | null {
  const code = text.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return CODE.test(code) ? code : null;
}

const placeCode = z.object({ code: z.string(), url: z.url() });
export type PlaceCode = z.infer<typeof placeCode>;

const tag = 'Asistencia';
const ofOrganisers = { tag, access: 'session', path: '/attendances/:taskId/place-code' } as const;
const READ_ERRORS = ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'] as const;

export const readPlaceCode = endpoint({
  ...ofOrganisers,
  method: 'GET',
  summary:
    'El código del lugar, con el que cada quien registra su llegada; 404 si la actividad no lo permite («selfCheckIn»)',
  params: taskParam,
  status: 200,
  reply: placeCode,
  // The first read creates the code.
  hasEffects: true,
  errors: [...READ_ERRORS],
});

export const replacePlaceCode = endpoint({
  ...ofOrganisers,
  method: 'POST',
  summary: 'Cambiar el código del lugar: el anterior deja de servir',
  params: taskParam,
  status: 200,
  reply: placeCode,
  errors: [...READ_ERRORS],
});

export const downloadPlaceCode = endpoint({
  method: 'GET',
  path: '/attendances/:taskId/place-code.pdf',
  summary: 'El código del lugar en PDF, una hoja A4 para colgar en la entrada',
  tag,
  access: 'session',
  params: taskParam,
  status: 200,
  fileType: 'application/pdf',
  hasEffects: true,
  errors: [...READ_ERRORS, 'UNAVAILABLE'],
});

const WRONG_CODE = 'Este código no está completo';

/** The code and the token are in the body, so that logs do not contain them. */
const atPlace = z.object({
  code: z.string(WRONG_CODE).check(z.minLength(1, WRONG_CODE)),
  token: z.optional(linkToken),
});

const placeActivity = z.pick(activity, { _id: true, title: true, date: true, endDate: true, place: true });

/** The activity of a place code, and the caller's attendance. */
export const place = z.object({
  activity: placeActivity,
  /** Null if the caller has proved none. */
  attendance: z.nullable(
    z.object({
      name: z.string(),
      status: z.enum(attendanceStatuses),
      checkedInAt: z.nullable(z.iso.datetime()),
    }),
  ),
});
export type Place = z.infer<typeof place>;

export const readPlace = endpoint({
  method: 'POST',
  path: '/attendances/place',
  summary:
    'De qué actividad es un código del lugar y la asistencia de quien pregunta; abrirlo no cambia nada',
  tag,
  access: 'public',
  body: atPlace,
  status: 200,
  reply: place,
  errors: ['VALIDATION', 'NOT_FOUND', 'RATE_LIMITED'],
});

export const selfArrival = z.object({
  attendanceId: z.uuid(),
  name: z.string(),
  checkedInAt: z.iso.datetime(),
  activity: placeActivity,
});
export type SelfArrival = z.infer<typeof selfArrival>;

export const selfCheckIn = endpoint({
  method: 'POST',
  path: '/attendances/self-check-in',
  summary: `Registrar la propia llegada con el código del lugar: con la sesión, la cookie de quien confirmó o su enlace personal; repetirla no cambia nada. De ${SELF_OPENS_MINUTES} minutos antes de comenzar hasta que termina, o ${SELF_CLOSES_HOURS} horas si no se sabe cuándo`,
  tag,
  access: 'public',
  body: atPlace,
  status: 200,
  reply: selfArrival,
  errors: ['VALIDATION', 'NOT_FOUND', 'NOT_ATTENDING', 'NOT_CONFIRMED', 'NOT_NOW', 'RATE_LIMITED'],
});
