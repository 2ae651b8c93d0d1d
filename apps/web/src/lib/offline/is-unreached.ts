import type { Query, QueryKey } from '@tanstack/react-query';
import { ApiError } from '../server/api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The data are stored in this browser and restored when the server is unreachable. */
      isPersisted?: boolean;
      /** The data of other queries that these data contain: they are persisted too. */
      parts?: (data: unknown) => { queryKey: QueryKey; data: unknown }[];
      /** Maps restored data before they are shown. */
      restored?: (data: unknown) => unknown;
      /** The part of the data to store after a write has failed. */
      shortened?: (data: unknown) => unknown;
      /** Without a live connection, other tabs of this browser take over each change of the data. */
      isSynchronized?: boolean;
      /** When the stored data are deleted, in milliseconds. Until then they are stored beyond the limit of queries. */
      expiresAt?: (data: unknown) => number;
      /** The offline banner ignores the age of the data. */
      isAgeHidden?: boolean;
      /** Part of the panel of administration: its actions fetch content again and wait for it, and figures without waiting. */
      panel?: 'content' | 'figures';
    };
  }
}

/** Whether the query shows persisted or earlier data because its last fetch did not reach the server. */
export const isUnreached = (query: Query): boolean =>
  query.meta?.isPersisted === true && isWithoutResponse(failureOf(query));

/** The error of the last fetch, or of the last try while it is being fetched. */
export const failureOf = ({ state }: Query): Error | null => state.error ?? state.fetchFailureReason;

/**
 * Whether no response came, or that of a proxy or captive portal, or the server reported itself unavailable. The state of
 * the requested data is unknown then.
 */
export const isWithoutResponse = (error: unknown): error is ApiError =>
  error instanceof ApiError && AWAY.has(error.code);

const AWAY = new Set(['NO_CONNECTION', 'UNREADABLE', 'UNSPECIFIED', 'UNAVAILABLE']);

export const isNoConnection = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'NO_CONNECTION';
