import * as z from 'zod/mini';
import { choice } from './choice.ts';

// Series of occurrences, each an activity of its own (docs/rules.md R15).

export const frequencies = ['daily', 'weekly', 'monthly'] as const;
export type Frequency = (typeof frequencies)[number];

/** The weekdays in the order of the week. */
export const weekdays = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const;
export type Weekday = (typeof weekdays)[number];

/** The series of an activity, with its public fields. */
export const series = z.object({
  _id: z.uuid(),
  /** The number of the occurrence, from 1, in the order of the dates. */
  index: z.int(),
  /** The number of occurrences with which the series was published. */
  count: z.int(),
  repeat: z.object({
    frequency: z.enum(frequencies),
    /** The interval in days, weeks or months. */
    interval: z.int(),
    /** The weekdays of a weekly series; otherwise empty. */
    weekdays: z.array(z.enum(weekdays)),
  }),
  /** The number of upcoming occurrences that the viewer may see; in a single activity and in lists with `series=next`. */
  remaining: z.optional(z.int()),
});
export type Series = z.infer<typeof series>;

/** Lists with `next` contain only the next matching occurrence of each series. */
export const seriesQuery = { series: choice(['next'], '«series» debe ser «next»') };

export const scopes = ['one', 'following', 'all'] as const;
export type Scope = (typeof scopes)[number];

/** The occurrences to which an edit or a deletion applies, by default only the one in the path. */
export const scopeQuery = z.object({
  scope: choice(scopes, '«scope» debe ser «one», «following» o «all»'),
});

/** The occurrences to which a moderation decision applies: the one in the path, by default, or the whole series. */
export const moderationScope = z.object({
  scope: choice(['one', 'all'], '«scope» debe ser «one» o «all»'),
});

/** The header with a `SeriesOutcome` as JSON in the response to an edit or a deletion of several occurrences. */
export const SERIES_HEADER = 'x-series';

/** The numbers of occurrences in scope that were changed, and that were not (`kept`). */
export type SeriesOutcome = { readonly kept: number } & (
  | { readonly updated: number }
  | { readonly deleted: number }
);
