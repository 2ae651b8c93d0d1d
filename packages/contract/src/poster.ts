import * as z from 'zod/mini';
import { endpoint, idParam } from './endpoint.ts';

/** The last poster that an organiser took of an activity (docs/rules.md R20.4). */
export const poster = z.object({
  takenAt: z.iso.datetime(),
  /** Whether its date, end, place or title differ from those of the activity. */
  isStale: z.boolean(),
});
export type Poster = z.infer<typeof poster>;

export const posterSizes = ['a4', 'a5', 'tiras'] as const;
export type PosterSize = (typeof posterSizes)[number];

const tag = 'Actividades';
const errors = ['VALIDATION', 'NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'] as const;
const audience =
  'De una actividad pública, para cualquiera; de una que todavía no lo es, para quienes la administran. Cuenta como tomado si lo pide una sesión de quienes la administran';

export const downloadPoster = endpoint({
  method: 'GET',
  path: '/tasks/:id/poster.pdf',
  summary: `El afiche de una actividad en PDF: «a4» (sin «size»), «a5» o «tiras», un A4 con ocho tiras para arrancar. ${audience}`,
  tag,
  access: 'public',
  params: idParam,
  query: z.object({ size: z.optional(z.enum(posterSizes, '«size» debe ser «a4», «a5» o «tiras»')) }),
  status: 200,
  fileType: 'application/pdf',
  errors,
});

export const downloadPosterImage = endpoint({
  method: 'GET',
  path: '/tasks/:id/poster.png',
  summary: `El afiche de una actividad como imagen de 1080 × 1350 para WhatsApp. ${audience}`,
  tag,
  access: 'public',
  params: idParam,
  status: 200,
  fileType: 'image/png',
  errors,
});
