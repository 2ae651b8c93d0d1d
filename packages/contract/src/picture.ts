import * as z from 'zod/mini';

/** The data for rendering an image without layout shift: the available widths, the size of the largest, and a blurred placeholder. */
export const picture = z.object({
  width: z.int(),
  height: z.int(),
  widths: z.array(z.int()),
  /** Whether each version also exists as AVIF. */
  hasAvif: z.boolean(),
  placeholder: z.string(),
});
export type Picture = z.infer<typeof picture>;
