import * as z from 'zod/mini';
import { taskParam } from './attendance.ts';
import { endpoint, INVALID_ID, page } from './endpoint.ts';

// Hours of help, which organisers confirm after an activity (docs/rules.md R18.4).

export const HOURS_MIN = 0.25;
export const HOURS_MAX = 24;
export const EXCEPTIONS_MAX = 1000;

const WRONG_HOURS = `Las horas van de ${HOURS_MIN} a ${HOURS_MAX}, en cuartos de hora`.replace('.', ',');
const WRONG_EXCEPTION = `Cada excepción dice de quién es y sus horas: 0, si no ayudó, o hasta ${HOURS_MAX} en cuartos de hora`;
const TOO_MANY = `Envía como máximo ${EXCEPTIONS_MAX} excepciones`;
const TWICE = 'Cada persona puede aparecer una sola vez en las excepciones';

/** A number of hours in quarters of an hour. */
const quarters = (least: number, sentence: string) =>
  z
    .number(sentence)
    .check(z.gte(least, sentence), z.lte(HOURS_MAX, sentence), z.multipleOf(HOURS_MIN, sentence));

export const hourException = z.object(
  { attendanceId: z.uuid(INVALID_ID), hours: quarters(0, WRONG_EXCEPTION) },
  WRONG_EXCEPTION,
);
export type HourException = z.infer<typeof hourException>;

export const confirmedHours = z.object({
  /** The hours of every attendee who was checked in, except those in `except`. */
  hours: quarters(HOURS_MIN, WRONG_HOURS),
  /** Whether attendees who checked themselves in get no hours, except those in `except`. */
  withoutSelf: z.optional(z.boolean('«withoutSelf» debe ser «true» o «false»')),
  /** The attendees with other hours; 0 if an attendee did not help. */
  except: z.optional(
    z.array(hourException, WRONG_EXCEPTION).check(
      z.maxLength(EXCEPTIONS_MAX, TOO_MANY),
      z.refine(
        list => new Set(list.map(({ attendanceId }) => attendanceId.toLowerCase())).size === list.length,
        TWICE,
      ),
    ),
  ),
});
export type ConfirmedHours = z.output<typeof confirmedHours>;

/** The hours of one activity, for the attendee who helped. */
export const helpedActivity = z.object({
  /** The id of the attendance. */
  _id: z.uuid(),
  taskId: z.uuid(),
  title: z.string(),
  date: z.iso.datetime(),
  endDate: z.nullable(z.iso.datetime()),
  place: z.string(),
  /** The name of the collective, or null if the activity has none. */
  collective: z.nullable(z.string()),
  hours: z.number(),
  checkedInAt: z.iso.datetime(),
  /** Present if the activity was deleted; its hours remain. */
  isDeleted: z.optional(z.literal(true)),
  /** Present while an administrator reviews the activity: its page is hidden, and the hours count until it is rejected. */
  isInReview: z.optional(z.literal(true)),
});
export type HelpedActivity = z.infer<typeof helpedActivity>;

/**
 * The reasons for which hours no longer count: the attendee was removed or cancelled, the activity was rejected, the check-in was undone, the
 * hours were corrected, or the place was given to another person.
 */
export const withdrawalReasons = [
  'removed',
  'cancelled',
  'rejected',
  'check-in-undone',
  'corrected',
  'replaced',
] as const;
export type WithdrawalReason = (typeof withdrawalReasons)[number];

/** Confirmed hours that no longer count. */
export const withdrawnHours = z.object({
  /** `hours` is the number of withdrawn hours. */
  ...z.pick(helpedActivity, { _id: true, title: true, date: true, hours: true }).shape,
  withdrawnAt: z.iso.datetime(),
  /** Absent if the hours were withdrawn before reasons were stored. */
  reason: z.optional(z.enum(withdrawalReasons)),
  /** The hours of the same attendance that still count; absent if there are none. */
  remainingHours: z.optional(z.number()),
  /** The id of the activity, if it has a page and an organiser who can be contacted; absent if only administrators can be contacted. */
  taskId: z.optional(z.uuid()),
  /** One sentence that names the contact for questions about the hours. */
  advice: z.optional(z.string()),
});
export type WithdrawnHours = z.infer<typeof withdrawnHours>;

/** Formats hours: '3 horas', '1 hora y 30 minutos', '45 minutos'. */
export function hoursText(hours: number): string {
  const [whole, minutes] = [Math.floor(hours), Math.round((hours % 1) * 60)];
  const parts = [
    ...(whole > 0 || minutes === 0 ? [`${whole} ${whole === 1 ? 'hora' : 'horas'}`] : []),
    ...(minutes > 0 ? [`${minutes} minutos`] : []),
  ];
  return parts.join(' y ');
}

const ofHours = { tag: 'Asistencia', access: 'session' } as const;

export const confirmHours = endpoint({
  ...ofHours,
  method: 'PUT',
  path: '/attendances/:taskId/hours',
  summary:
    'Confirmar las horas de quienes llegaron, cuando la actividad ya comenzó. Vale la última vez; 0 en una excepción es sin horas',
  params: taskParam,
  body: confirmedHours,
  status: 200,
  reply: z.object({
    /** The number of attendances with hours. */
    confirmed: z.int(),
    /** Those of them that checked themselves in. */
    self: z.int(),
  }),
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'NOT_NOW'],
});

export const listOwnHours = endpoint({
  ...ofHours,
  method: 'GET',
  path: '/attendances/mis-horas',
  summary:
    'Las horas propias confirmadas: el total y sus actividades, de la más reciente a la más antigua; también las de actividades eliminadas, y aparte las que se retiraron',
  query: page,
  status: 200,
  reply: z.object({
    /** The sum of the hours of all activities, including those that are not on this page. */
    total: z.number(),
    /** The number of all activities. */
    count: z.int(),
    items: z.array(helpedActivity),
    /** Withdrawn hours, which the total does not include; absent if there are none. */
    withdrawn: z.optional(z.array(withdrawnHours)),
  }),
  errors: ['VALIDATION', 'UNAUTHENTICATED'],
});
