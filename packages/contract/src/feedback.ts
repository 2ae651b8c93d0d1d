import * as z from 'zod/mini';
import { linkToken, taskParam } from './attendance.ts';
import { endpoint } from './endpoint.ts';
import { FEEDBACK_DAYS } from './feedback-period.ts';
import { optionalText } from './text.ts';

// Feedback of attendees (docs/rules.md R18.8). This file is separate from the other calls of attendance, so that only the screens that
// show feedback load it.

export const RATING_MAX = 5;
export const FEEDBACK_MAX = 500;
/** The minimum number of responses that organisers can see. With fewer, the author of a response could be inferred. */
export const FEEDBACK_SHOWN_FROM = 3;
export const FEEDBACK_TEXTS_MAX = 500;

const WRONG_RATING = `Elige del 1 al ${RATING_MAX} cómo te fue`;

export const newFeedback = z.object({
  rating: z
    .number(WRONG_RATING)
    .check(z.int(WRONG_RATING), z.minimum(1, WRONG_RATING), z.maximum(RATING_MAX, WRONG_RATING)),
  text: optionalText(FEEDBACK_MAX, () => `El comentario debe tener como máximo ${FEEDBACK_MAX} caracteres`),
});
export type NewFeedback = z.output<typeof newFeedback>;

/** The feedback for organisers, without names, in an order that is independent of time. */
export const activityFeedback = z.object({
  /** The average rating, or null below `FEEDBACK_SHOWN_FROM` responses. */
  average: z.nullable(z.number()),
  count: z.int(),
  /** The texts without empty ones. The list is empty below `FEEDBACK_SHOWN_FROM` responses. */
  texts: z.array(z.string()),
});
export type ActivityFeedback = z.infer<typeof activityFeedback>;

export const ownFeedback = z.object({
  /** Whether the party was checked in and the period for feedback has not ended. */
  canAnswer: z.boolean(),
  /** Null if the party has not responded. */
  feedback: z.nullable(z.object({ rating: z.int(), text: z.string() })),
  /** True if the party does not want to be asked again; absent otherwise. */
  isDeclined: z.optional(z.boolean()),
});
export type OwnFeedback = z.infer<typeof ownFeedback>;

/** The token of a personal link, which takes precedence over the session and the cookie. */
const proof = { token: z.optional(linkToken) };
const ofActivity = { tag: 'Lo que dijeron', params: taskParam } as const;

export const giveFeedback = endpoint({
  ...ofActivity,
  method: 'POST',
  path: '/attendances/feedback/:taskId',
  summary: `Decir cómo fue la actividad; lo hace quien llegó, con su sesión o su enlace personal. Otra vez reemplaza lo dicho, hasta ${FEEDBACK_DAYS} días después de terminar`,
  access: 'public',
  body: z.object({ ...newFeedback.shape, ...proof }),
  status: 204,
  errors: ['VALIDATION', 'FORBIDDEN', 'NOT_FOUND', 'NOT_NOW'],
});

export const declineFeedback = endpoint({
  ...ofActivity,
  method: 'POST',
  path: '/attendances/feedback/:taskId/decline',
  summary:
    'Pedir que no se pregunte más cómo fue la actividad («Ahora no»); lo hace quien llegó, con su sesión o su enlace personal. Todavía puede decirlo',
  access: 'public',
  body: z.object(proof),
  status: 204,
  errors: ['VALIDATION', 'FORBIDDEN', 'NOT_FOUND'],
});

export const readOwnFeedback = endpoint({
  ...ofActivity,
  method: 'POST',
  path: '/attendances/feedback/:taskId/mine',
  summary: 'Lo que dijo quien pregunta, y si todavía puede decirlo; preguntarlo no cambia nada',
  access: 'public',
  body: z.object(proof),
  status: 200,
  reply: ownFeedback,
  errors: ['VALIDATION', 'NOT_FOUND'],
});

export const readFeedback = endpoint({
  ...ofActivity,
  method: 'GET',
  path: '/attendances/feedback/:taskId',
  summary: `Lo que dijeron de una actividad propia, sin nombres y desde ${FEEDBACK_SHOWN_FROM} respuestas; antes solo cuántas hay. Quitar o cambiar a alguien de la lista no cambia nada de esto`,
  access: 'session',
  status: 200,
  reply: activityFeedback,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});
