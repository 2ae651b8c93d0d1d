import * as z from 'zod/mini';

/** The last poster that an organiser took of an activity (docs/rules.md R20.4). */
export const poster = z.object({
  takenAt: z.iso.datetime(),
  /** Whether its date, place or title differ from those of the activity. */
  isStale: z.boolean(),
});
export type Poster = z.infer<typeof poster>;
