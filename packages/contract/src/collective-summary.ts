import * as z from 'zod/mini';

/** A collective as an activity shows it. */
export const collectiveSummary = z.object({
  _id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  isVerified: z.boolean(),
});
export type CollectiveSummary = z.infer<typeof collectiveSummary>;
