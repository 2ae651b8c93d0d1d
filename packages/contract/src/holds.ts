import * as z from 'zod/mini';

/**
 * Why a publication is held for review: a word, a web domain, that it is one of the first of a new account, or that it was hidden for
 * reports or rejected by an administrator, and edited since.
 */
export const holdKinds = ['word', 'domain', 'first', 'report', 'rejection'] as const;
export type HoldKind = (typeof holdKinds)[number];

/** The reason, seen by administrators only. `term` is the entry of the list; empty for the other kinds. */
export const holdReason = z.object({ kind: z.enum(holdKinds), term: z.string() });
export type HoldReason = z.infer<typeof holdReason>;
