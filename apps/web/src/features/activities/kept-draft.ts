import * as z from 'zod/mini';

/**
 * What waits in this tab of a form that is being written. A file cannot be kept: an image that is left out stands for a
 * picture that was lost.
 */
export const keptDraft = z.object({
  title: z.string(),
  description: z.string(),
  place: z.string(),
  date: z.string(),
  responsible: z.string(),
  image: z.catch(z.optional(z.nullable(z.literal('kept'))), undefined),
});

/** Whose draft it is, and of what; without an activity of a new one. On a shared computer nobody else must find it. */
export const keptDraftName = (authorId: string, activityId: string | null): string =>
  `${authorId}.${activityId ?? 'new'}`;

/** What is said of a draft whose picture was lost; null where nothing was. */
export const lostPicture = ({ image }: { image?: unknown }): string | null =>
  image === undefined ? 'Elige otra vez la imagen.' : null;
