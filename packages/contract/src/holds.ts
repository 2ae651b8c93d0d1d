import * as z from 'zod/mini';

/**
 * Why a publication is held for review: a word, a web domain, that it is one of the first of a new account, or that it was hidden for
 * reports and edited since.
 */
export const holdKinds = ['word', 'domain', 'first', 'report'] as const;
export type HoldKind = (typeof holdKinds)[number];

/** The reason, seen by administrators only. `term` is the entry of the list; empty for `first` and `report`. */
export const holdReason = z.object({ kind: z.enum(holdKinds), term: z.string() });
export type HoldReason = z.infer<typeof holdReason>;
