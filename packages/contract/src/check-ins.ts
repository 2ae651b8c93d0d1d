import * as z from 'zod/mini';
import { activity } from './activities.ts';
import { checkedInBy, taskParam } from './attendance.ts';
import { attendee } from './confirmation.ts';
import { DOOR_CLOSES_DAYS, DOOR_OPENS_HOURS } from './door-hours.ts';
import { endpoint, INVALID_ID, idParam } from './endpoint.ts';
import { attendanceStatuses, companions } from './places.ts';

// The calls of the door (docs/rules.md R18.2). They return no contact data, and a device can work offline between them.

export const CHECK_INS_MAX = 500;

export const doorEntry = z.object({
  _id: z.uuid(),
  name: z.string(),
  companions: z.int(),
  status: z.enum(attendanceStatuses),
  /** The SHA-256 of the code's text in hexadecimal digits, by which a device recognises a scanned code without knowing the other codes. */
  codeHash: z.string(),
  checkedInAt: z.nullable(z.iso.datetime()),
  checkedInBy,
  /** Whether hours are confirmed, so that only organisers may undo the arrival. */
  hasHours: z.optional(z.boolean()),
});
export type DoorEntry = z.infer<typeof doorEntry>;

export const door = z.object({
  activity: z.pick(activity, {
    _id: true,
    title: true,
    date: true,
    endDate: true,
    place: true,
    capacity: true,
    selfCheckIn: true,
  }),
  attendances: z.array(doorEntry),
});
export type Door = z.infer<typeof door>;

/** The attendance of a QR code, for an account that may check in. */
export const arrival = z.object({
  activity: z.pick(activity, { _id: true, title: true, date: true, endDate: true, place: true }),
  attendance: z.pick(doorEntry, {
    _id: true,
    name: true,
    companions: true,
    status: true,
    checkedInAt: true,
  }),
});
export type Arrival = z.infer<typeof arrival>;

export const checkInResults = ['checked-in', 'already', 'unknown', 'not-confirmed'] as const;
export type CheckInResult = (typeof checkInResults)[number];

const CODE_MAX = 64;
const WRONG_ITEM = 'Cada llegada dice de quién es: «attendanceId», «code» o «walkIn»';

/** One person or party that has arrived. The device generates `id`, so that an item that is sent twice counts once. */
export const checkInItem = z
  .object(
    {
      id: z.uuid(INVALID_ID),
      attendanceId: z.optional(z.uuid(INVALID_ID)),
      code: z.optional(z.string(WRONG_ITEM).check(z.maxLength(CODE_MAX, WRONG_ITEM))),
      /** A person without a sign-up. */
      walkIn: z.optional(z.object({ name: attendee.shape.name, companions }, WRONG_ITEM)),
      /** The time of arrival by the device's clock. */
      at: z.iso.datetime('Indica cuándo llegó'),
    },
    WRONG_ITEM,
  )
  .check(
    z.refine(
      ({ attendanceId, code, walkIn }) =>
        [attendanceId, code, walkIn].filter(given => given !== undefined).length === 1,
      WRONG_ITEM,
    ),
  );
export type CheckInItem = z.output<typeof checkInItem>;

export const checkInOutcome = z.object({
  id: z.uuid(),
  result: z.enum(checkInResults),
  /** Null if the attendance is unknown. */
  attendanceId: z.nullable(z.uuid()),
  checkedInAt: z.nullable(z.iso.datetime()),
});
export type CheckInOutcome = z.infer<typeof checkInOutcome>;

const ofDoor = { tag: 'Asistencia', access: 'session' } as const;
const TOO_MANY = `Envía de 1 a ${CHECK_INS_MAX} llegadas a la vez`;

export const readDoor = endpoint({
  ...ofDoor,
  method: 'GET',
  path: '/attendances/:taskId/door',
  summary: 'Lo que necesita quien recibe en la puerta: nombres y códigos cifrados, sin correos ni teléfonos',
  params: taskParam,
  status: 200,
  reply: door,
  isLong: true,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});

const WRONG_CODE = 'Este código no está completo';

/** The code is in the body, so that logs do not contain it. */
export const readArrival = endpoint({
  ...ofDoor,
  method: 'POST',
  path: '/attendances/arrivals',
  summary:
    'De quién es un código de llegada, para quien recibe en la puerta; para cualquier otra cuenta el código no existe',
  body: z.object({
    code: z.string(WRONG_CODE).check(z.minLength(1, WRONG_CODE), z.maxLength(CODE_MAX, WRONG_CODE)),
  }),
  status: 200,
  reply: arrival,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'NOT_FOUND'],
});

export const checkIn = endpoint({
  ...ofDoor,
  method: 'POST',
  path: '/attendances/:taskId/check-ins',
  summary: `Registrar llegadas, ${CHECK_INS_MAX} a lo sumo; repetirlas no cambia nada. De ${DOOR_OPENS_HOURS} horas antes de comenzar a ${DOOR_CLOSES_DAYS} días después de terminar`,
  params: taskParam,
  body: z.object({
    items: z
      .array(checkInItem, TOO_MANY)
      .check(z.minLength(1, TOO_MANY), z.maxLength(CHECK_INS_MAX, TOO_MANY)),
  }),
  status: 200,
  reply: z.object({ results: z.array(checkInOutcome) }),
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'NOT_NOW'],
});

export const undoCheckIn = endpoint({
  ...ofDoor,
  method: 'DELETE',
  path: '/attendances/:id/check-in',
  summary: 'Deshacer una llegada; con horas confirmadas, que se borran con ella, solo quienes organizan',
  params: idParam,
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'NOT_NOW'],
});
