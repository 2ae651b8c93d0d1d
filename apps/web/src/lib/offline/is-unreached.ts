import type { Query, QueryKey } from '@tanstack/react-query';
import { ApiError } from '../api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `isKept`: the answer is written down in this browser, and read when the server cannot be reached. `parts`: what
     * other queries would be answered, as far as this answer contains it.
     */
    queryMeta: { isKept?: boolean; parts?: (data: unknown) => { queryKey: QueryKey; data: unknown }[] };
  }
}

/** Is what this query shows kept from before, because the server could not be reached the last time that it was asked? */
export const isUnreached = (query: Query): boolean => query.meta?.isKept === true && isAway(failureOf(query));

/** Of the last time that it was asked, or of the last try if it is being asked. */
export const failureOf = ({ state }: Query): Error | null => state.error ?? state.fetchFailureReason;

/**
 * Did nothing answer, or something in the server's place (a proxy, a network that wants a sign-in first), or did it say
 * itself that it cannot just now? Nothing is known then of what was asked.
 */
export const isAway = (error: unknown): error is ApiError =>
  error instanceof ApiError && AWAY.has(error.code);

const AWAY = new Set(['NO_CONNECTION', 'UNREADABLE', 'UNAVAILABLE']);

export const isNoConnection = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'NO_CONNECTION';
