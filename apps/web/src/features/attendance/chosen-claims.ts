import type { Claim, Need } from '@minga/contract/needs';
import { ApiError } from '../../lib/api.ts';
import { missingOf } from '../../lib/missing-text.ts';

const CLAIM_CODES = new Set(['NEED_REQUIRED', 'NEED_FULL', 'CLASH', 'PARTY_TOO_SMALL']);

/** Whether an error is about the choice of needs. */
export const isAboutClaims = (error: unknown): boolean =>
  error instanceof ApiError && CLAIM_CODES.has(error.code);

/** What is chosen of each need, by its id; absent: nothing. */
export type ChosenClaims = Readonly<Record<string, number>>;

/** The most that a party of `size` people may choose of a need, of which it has already claimed `own`. */
export const claimable = (need: Need, size: number, own = 0): number =>
  need.kind === 'task' ? Math.min(size, missingOf(need) + own) : missingOf(need) + own;

export const quantitiesByNeed = (claims: readonly Claim[]): ChosenClaims =>
  Object.fromEntries(claims.map(({ needId, quantity }) => [needId, quantity]));

/** What a request sends, not more than a party of `size` people may do. */
export const claimsOf = (needs: readonly Need[], chosen: ChosenClaims, size: number): Claim[] =>
  needs.flatMap(({ _id: needId, kind }) => {
    const wanted = chosen[needId] ?? 0;
    const quantity = kind === 'task' ? Math.min(size, wanted) : wanted;
    return quantity > 0 ? [{ needId, quantity }] : [];
  });
