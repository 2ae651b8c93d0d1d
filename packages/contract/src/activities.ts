import * as z from 'zod/mini';
import { accessibilities } from './accessibility.ts';
import { appealStates } from './appeal-states.ts';
import { choice } from './choice.ts';
import { collectiveSummary } from './collective-summary.ts';
import { contacts } from './contact.ts';
import { endpoint, idParam, page } from './endpoint.ts';
import { goal } from './goals.ts';
import { holdReason } from './holds.ts';
import { locationDetails } from './location.ts';
import { memory } from './memory.ts';
import { missing, need } from './needs.ts';
import { picture } from './picture.ts';
import { places } from './places.ts';
import { poster } from './poster.ts';
import { question } from './questions.ts';
import { dateFilter } from './search-filters.ts';
import { searchQuery } from './search-query.ts';
import { SLUG_MAX } from './search-values.ts';
import { scopeQuery, series, seriesQuery } from './series.ts';
import { optionalLine } from './text.ts';
import { topics } from './topics.ts';

export const TITLE_MAX = 90;
export const PLACE_MAX = 40;
export const RESPONSIBLE_MAX = 70;
export const DESCRIPTION_MAX = 2000;
export const PROMOTION_DAYS = 7;

export const PAST_DATE_MESSAGE = 'No puedes seleccionar una fecha pasada.';

export const activityStatuses = ['pending', 'approved', 'rejected'] as const;
export type ActivityStatus = (typeof activityStatuses)[number];

/** An activity in lists, with the fields that cards show. Only the response about one activity has needs and questions (`wholeActivity`). */
export const activity = z.object({
  _id: z.uuid(),
  /** The identifier of the short address `/a/{shortId}`, in capitals (docs/rules.md R20.1). */
  shortId: z.string(),
  title: z.string(),
  description: z.string(),
  place: z.string(),
  date: z.iso.datetime(),
  endDate: z.nullable(z.iso.datetime()),
  /** Null if the activity does not repeat. */
  series: z.nullable(series),
  ...locationDetails.shape,
  isLocationPrivate: z.boolean(),
  hasQuestions: z.boolean(),
  hasNeeds: z.boolean(),
  /** Null if the activity has no needs, or all of them are claimed. */
  missing: z.nullable(missing),
  goals: z.array(goal),
  /** The organisers' report; only in the response about one activity. */
  memory: z.optional(z.nullable(memory)),
  /** Whether each attendee must claim at least one need. */
  needsRequired: z.boolean(),
  contact: z.enum(contacts),
  /** The maximum number of people, or null if there is no limit. */
  capacity: z.nullable(z.int()),
  companionsMax: z.int(),
  hasWaitingList: z.boolean(),
  /** Whether each confirmed party is asked on the day before whether it still attends. */
  asksAgain: z.boolean(),
  places,
  ...topics,
  accessibility: z.array(z.enum(accessibilities)),
  /** Whether attendees may check themselves in with the code of the place (docs/rules.md R22.1). */
  selfCheckIn: z.boolean(),
  responsible: z.array(z.string()),
  /** The URL of the largest version; `picture` describes the others. */
  image: z.nullable(z.string()),
  picture: z.nullable(picture),
  isPromoted: z.boolean(),
  promotion: z.nullable(z.object({ startDate: z.iso.datetime(), endDate: z.iso.datetime() })),
  status: z.enum(activityStatuses),
  rejectionReason: z.optional(z.string()),
  /** Present if the activity is pending, and visible only to its organisers and to administrators until it is approved. */
  isHeld: z.optional(z.literal(true)),
  /** The reason of the hold; only in the lists of administrators. */
  hold: z.optional(holdReason),
  /**
   * Whether the organisers of a hidden activity can appeal the decision, or have done so. Only for them, and only in the response about one
   * activity.
   */
  appeal: z.optional(z.nullable(z.enum(appealStates))),
  /** `email` is present only for a caller with a session. */
  user: z.object({ _id: z.uuid(), username: z.string(), email: z.optional(z.string()) }),
  isOwner: z.boolean(),
  /** Whether the session's account may edit the activity and its attendances (docs/rules.md R14.3). */
  canManage: z.boolean(),
  /** Whether the session's account can see the names of the attendees and check them in. */
  canCheckIn: z.boolean(),
  /** The organising collective, or null if there is none or it is not public. */
  collective: z.nullable(collectiveSummary),
  /** The calendar from which the activity comes, and whether it was cancelled there or is gone (docs/rules.md R24.3); null without one. */
  source: z.nullable(z.object({ host: z.string(), isCancelled: z.boolean() })),
  /** The distance in kilometres with one decimal; only in a search by distance. */
  distanceKm: z.optional(z.number()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Activity = z.infer<typeof activity>;

/** One activity, as the calls about it return it. */
export const wholeActivity = z.extend(activity, {
  questions: z.array(question),
  needs: z.array(need),
  /** The address of the attendees' chat; null for everyone but organisers and the confirmed (docs/rules.md R23.1). */
  chatUrl: z.nullable(z.string()),
  /** The last poster that an organiser took; only for organisers, and null if none did. */
  poster: z.optional(z.nullable(poster)),
  /** Whether other servers may show the activity (docs/rules.md R27.1); only for organisers. */
  isFederated: z.optional(z.boolean()),
});
export type WholeActivity = z.infer<typeof wholeActivity>;

/** Clients may send the promotion period, as in the specification; the server sets its own. */
export const promotionChange = z.object({
  isPromoted: z.boolean('Di si la actividad se promociona o no'),
});

const tag = 'Actividades';

export const listOwnActivities = endpoint({
  method: 'GET',
  path: '/tasks',
  summary:
    'Las actividades propias: las próximas por fecha, las pasadas desde la última; con «gestiono», todas las que se pueden administrar; con «recibo», aquellas en cuya puerta se recibe sin administrarlas, mientras registra llegadas',
  tag,
  access: 'session',
  query: z.extend(page, {
    ...seriesQuery,
    date: dateFilter,
    gestiono: choice(['true', 'false'], '«gestiono» debe ser «true» o «false»'),
    recibo: choice(['true', 'false'], '«recibo» debe ser «true» o «false»'),
    colectivo: optionalLine(SLUG_MAX, 'Colectivo no encontrado'),
  }),
  status: 200,
  reply: z.array(activity),
  isList: true,
  errors: ['VALIDATION', 'UNAUTHENTICATED'],
});

export const listOthersActivities = endpoint({
  method: 'GET',
  path: '/tasks/others',
  summary: 'Las actividades de otras personas que no han pasado, por fecha',
  tag,
  access: 'public',
  query: z.extend(page, seriesQuery),
  status: 200,
  reply: z.array(activity),
  isList: true,
  isShared: true,
  errors: ['VALIDATION'],
});

export const listPromotedActivities = endpoint({
  method: 'GET',
  path: '/tasks/promoted',
  summary: 'Las actividades con promoción vigente, por fecha; con own, solo las propias o solo las ajenas',
  tag,
  access: 'public',
  query: z.extend(page, {
    ...seriesQuery,
    own: z.optional(z.enum(['true', 'false'], '«own» debe ser «true» o «false»')),
  }),
  status: 200,
  reply: z.array(activity),
  isList: true,
  isShared: true,
  errors: ['VALIDATION'],
});

export const searchActivities = endpoint({
  method: 'GET',
  path: '/tasks/search',
  summary:
    'Buscar entre las actividades públicas y las propias, sin atender a tildes ni mayúsculas; con series=next, de cada serie solo la próxima fecha; con cerca=lat,lon, desde la más cercana, salvo con orden=fecha',
  tag,
  access: 'public',
  query: searchQuery,
  status: 200,
  reply: z.array(activity),
  isList: true,
  isCrossOrigin: true,
  isShared: true,
  errors: ['VALIDATION'],
});

export const getActivity = endpoint({
  method: 'GET',
  path: '/tasks/:id',
  summary: 'Una actividad',
  tag,
  access: 'public',
  params: idParam,
  status: 200,
  reply: wholeActivity,
  // A visitor with the cookie of a confirmation sees a private location, so only responses without a cookie are shared.
  isCrossOrigin: true,
  isShared: 'without-cookie',
  errors: ['VALIDATION', 'NOT_FOUND'],
});

export const deleteActivity = endpoint({
  method: 'DELETE',
  path: '/tasks/:id',
  summary:
    'Eliminar una actividad propia con su imagen, asistencias y recordatorios; con «scope», también otras fechas de su serie (cabecera X-Series: cuántas)',
  tag,
  access: 'session',
  params: idParam,
  query: scopeQuery,
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const promoteActivity = endpoint({
  method: 'PATCH',
  path: '/tasks/:id/promotion',
  summary: `Promocionar una actividad propia durante ${PROMOTION_DAYS} días, o dejar de hacerlo`,
  tag,
  access: 'session',
  params: idParam,
  body: promotionChange,
  status: 200,
  reply: wholeActivity,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});
