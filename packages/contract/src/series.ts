import * as z from 'zod/mini';
import { choice } from './choice.ts';

// Series of occurrences, each an activity of its own (docs/rules.md R15).

export const frequencies = ['daily', 'weekly', 'monthly'] as const;
export type Frequency = (typeof frequencies)[number];

/** In the order of the week. */
export const weekdays = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const;
export type Weekday = (typeof weekdays)[number];

/** The series of an activity, for everyone. */
export const series = z.object({
  _id: z.uuid(),
  /** From 1, in the order of the dates. */
  index: z.int(),
  /** The occurrences with which the series was published. */
  count: z.int(),
  repeat: z.object({
    frequency: z.enum(frequencies),
    /** Every so many days, weeks or months. */
    interval: z.int(),
    /** Weekly only, else empty. */
    weekdays: z.array(z.enum(weekdays)),
  }),
  /** The occurrences to come that the viewer may see; in a single activity and in lists with `series=next`. */
  remaining: z.optional(z.int()),
});
export type Series = z.infer<typeof series>;

/** Lists with `next` contain only the next fitting occurrence of each series. */
export const seriesQuery = { series: choice(['next'], '«series» debe ser «next»') };

export const scopes = ['one', 'following', 'all'] as const;
export type Scope = (typeof scopes)[number];

/** The occurrences that an edit or a deletion applies to; by default the one that is named. */
export const scopeQuery = z.object({
  scope: choice(scopes, '«scope» debe ser «one», «following» o «all»'),
});

/** In moderation: the one that is named, by default, or the whole series. */
export const moderationScope = z.object({
  scope: choice(['one', 'all'], '«scope» debe ser «one» o «all»'),
});

/** Of the response to an edit or a deletion of several occurrences: a `SeriesOutcome` as JSON. */
export const SERIES_HEADER = 'x-series';

/** The occurrences in scope: changed, and left as they are. */
export type SeriesOutcome = { readonly kept: number } & (
  | { readonly updated: number }
  | { readonly deleted: number }
);
