import * as z from 'zod/mini';

export const MEMORY_TEXT_MAX = 2000;
export const MEMORY_IMAGES_MAX = 12;

/** The organisers' report of an activity (docs/rules.md R18.6). */
export const memory = z.object({
  text: z.string(),
  /** The images in the organisers' order; `url` is that of the largest version. */
  images: z.array(z.object({ _id: z.uuid(), url: z.string() })),
  /** Present if the memory was hidden after reports. Only organisers see it then, and can edit it. */
  isHidden: z.optional(z.literal(true)),
  /** The reason for hiding it; only in the response about one activity. */
  hiddenReason: z.optional(z.string()),
});
export type Memory = z.infer<typeof memory>;
