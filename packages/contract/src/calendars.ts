import * as z from 'zod/mini';
import { choice } from './choice.ts';
import { slugParam } from './collectives.ts';
import { endpoint, INVALID_ID, page } from './endpoint.ts';
import { categories } from './topics.ts';

// Calendars of other programs whose events become activities of a collective (docs/rules.md R24.3).

export const CALENDAR_URL_MAX = 500;
/** The maximum number of calendars of a collective. */
export const CALENDARS_MAX = 5;

export const calendarStates = ['reading', 'ok', 'failed'] as const;
export type CalendarState = (typeof calendarStates)[number];

const NO_URL = 'La dirección es requerida';
const NOT_HTTPS = 'La dirección debe comenzar con https:// o webcal://';

export const newCalendar = z.object({
  /** The URL of the .ics file. The server validates it further, since its settings may allow other addresses. */
  url: z.string(NO_URL).check(
    z.trim(),
    z.minLength(1, NO_URL),
    z.maxLength(CALENDAR_URL_MAX, `La dirección debe tener como máximo ${CALENDAR_URL_MAX} caracteres`),
    z.refine(url => url === '' || /^(https?|webcals?):\/\/\S+$/i.test(url), NOT_HTTPS),
  ),
  /** The category of all activities of the calendar. */
  category: z.optional(z.nullable(z.enum(categories, 'Elige una categoría de la lista'))),
});
export type NewCalendar = z.infer<typeof newCalendar>;

/** The parts of an activity that follow its calendar. `when` is start and end together, `location` the point on the map. */
export const followedFields = [
  'title',
  'description',
  'place',
  'directions',
  'when',
  'location',
  'tags',
] as const;
export type FollowedField = (typeof followedFields)[number];

/** The result of the last successful reading. */
export const calendarSummary = z.object({
  /** Activities to come; each date of a series counts. */
  activities: z.int(),
  /** Events that repeat, each of which is one series. */
  series: z.int(),
  withoutPlace: z.int(),
  /** Events that were not understood, or have no title. */
  leftOut: z.int(),
  /** The first ten of them, each in one sentence that names the event and its line in the file. Absent in readings of earlier releases. */
  leftOutReasons: z.optional(z.array(z.string())),
  /** Dates to come beyond the limit of a reading. */
  beyondLimit: z.int(),
  /** The first ten activities that were edited here, and what of them the calendar no longer changes. Absent in previews and in readings of earlier releases. */
  edits: z.optional(
    z.array(z.object({ activityId: z.uuid(), title: z.string(), fields: z.array(z.enum(followedFields)) })),
  ),
});
export type CalendarSummary = z.infer<typeof calendarSummary>;

/** The activities that a calendar would bring, before a collective takes them. */
export const calendarPreview = z.object({
  /** Null if the calendar could not be read. */
  summary: z.nullable(calendarSummary),
  /** One sentence about why it could not be read, or null. */
  error: z.nullable(z.string()),
  /** The first five activities. `place` is null if the event has none. */
  first: z.array(z.object({ title: z.string(), date: z.iso.datetime(), place: z.nullable(z.string()) })),
});
export type CalendarPreview = z.infer<typeof calendarPreview>;

/** A calendar without its address, which no response contains. */
export const calendar = z.object({
  _id: z.uuid(),
  host: z.string(),
  category: z.nullable(z.enum(categories)),
  state: z.enum(calendarStates),
  /** The end of the last reading, good or bad; null before the first. */
  lastReadAt: z.nullable(z.iso.datetime()),
  /** One sentence about why the last reading failed, or null. */
  error: z.nullable(z.string()),
  /** The number of activities that come from the calendar. */
  activities: z.int(),
  /** Null before the first good reading. */
  summary: z.nullable(calendarSummary),
  /** Activities with a field that an organiser edited and that the calendar no longer changes. */
  edited: z.int(),
  /** Activities that the calendar cancelled or no longer has, and that stay because people confirmed. */
  cancelled: z.int(),
  /** Activities that the last reading no longer had and that it did not remove, since they were more than half; 0 if organisers need not decide. */
  vanished: z.int(),
});
export type Calendar = z.infer<typeof calendar>;

const calendarParams = z.extend(slugParam, { id: z.uuid(INVALID_ID) });
const ofPublishers = { tag: 'Calendarios', access: 'session' } as const;
const ERRORS = ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'] as const;

export const listCalendars = endpoint({
  ...ofPublishers,
  method: 'GET',
  path: '/collectives/:slug/calendars',
  summary: `Los calendarios de los que el colectivo trae actividades, para quienes publican en él; sin su dirección. Son ${CALENDARS_MAX} a lo sumo`,
  params: slugParam,
  query: page,
  status: 200,
  reply: z.array(calendar),
  isList: true,
  errors: ERRORS,
});

export const previewCalendar = endpoint({
  ...ofPublishers,
  method: 'POST',
  path: '/collectives/:slug/calendars/preview',
  summary: 'Leer un calendario (.ics) sin traer nada: lo que vendría de él, o por qué no se puede leer',
  params: slugParam,
  body: z.pick(newCalendar, { url: true }),
  status: 200,
  reply: calendarPreview,
  errors: [...ERRORS, 'RATE_LIMITED'],
});

export const createCalendar = endpoint({
  ...ofPublishers,
  method: 'POST',
  path: '/collectives/:slug/calendars',
  summary: `Traer las actividades de un calendario (.ics), que se lee enseguida y luego cada hora; máximo ${CALENDARS_MAX} por colectivo`,
  params: slugParam,
  body: newCalendar,
  status: 201,
  reply: calendar,
  errors: [...ERRORS, 'CONFLICT', 'LIMIT'],
});

export const readCalendar = endpoint({
  ...ofPublishers,
  method: 'POST',
  path: '/collectives/:slug/calendars/:id/read',
  summary:
    'Leer un calendario ahora, una vez por minuto. Con «vanished=remove» se quita también lo que ya no está en él, aunque sea más de la mitad; no lo que alguien confirmó',
  params: calendarParams,
  query: z.object({ vanished: choice(['remove'], '«vanished» debe ser «remove»') }),
  status: 202,
  reply: calendar,
  errors: [...ERRORS, 'RATE_LIMITED'],
});

export const removeCalendar = endpoint({
  ...ofPublishers,
  method: 'DELETE',
  path: '/collectives/:slug/calendars/:id',
  summary:
    'Dejar de leer un calendario. Sus actividades se quedan, o se eliminan con «activities=remove», menos las que ya empezaron y aquellas a las que alguien confirmó',
  params: calendarParams,
  query: z.object({ activities: choice(['keep', 'remove'], '«activities» debe ser «keep» o «remove»') }),
  status: 204,
  errors: ERRORS,
});
