import * as z from 'zod/mini';

/**
 * The reasons for holding a publication for review: it contains a held word or a held web domain, it is one of the first publications of a
 * new account, or it was hidden after reports or rejected by an administrator and then edited.
 */
export const holdKinds = ['word', 'domain', 'first', 'report', 'rejection'] as const;
export type HoldKind = (typeof holdKinds)[number];

/** The reason of a hold, which only administrators see. `term` is the matching entry of the list, or empty for the other kinds. */
export const holdReason = z.object({ kind: z.enum(holdKinds), term: z.string() });
export type HoldReason = z.infer<typeof holdReason>;
