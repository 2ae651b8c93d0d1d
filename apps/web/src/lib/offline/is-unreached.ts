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
export const isUnreached = ({ meta, state }: Query): boolean =>
  meta?.isKept === true && isNoConnection(state.error ?? state.fetchFailureReason);

export const isNoConnection = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'NO_CONNECTION';
