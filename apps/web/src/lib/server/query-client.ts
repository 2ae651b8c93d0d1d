import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { isUnreached, isWithoutResponse } from '../offline/is-unreached.ts';
import { ApiError } from './api.ts';

const RETRIES = 2;
const STALE_MS = 15_000;
/** The refetch interval of visible pages while the server is unreachable. */
const UNREACHED_REFETCH_MS = 20_000;

/** The key of the signed-in user in the cache (features/accounts/session/session.ts). */
export const SESSION_KEY = ['session'];

/**
 * The cache of server data. `onUnauthenticated` runs when a response is 401: the session has ended elsewhere. Queries are
 * retried twice without a connection and on 5xx, not on 4xx. `networkMode: 'always'`: offline, queries and mutations fail
 * and report it, where TanStack Query's default would pause them silently.
 */
export function createQueryClient(onUnauthenticated: () => void = () => {}): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401 && !isWithoutResponse(error)) onUnauthenticated();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    // A wrong password is also a 401; that mutation reports it itself.
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.signsIn !== true) onError(error);
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // Off by default with this network mode.
        refetchOnReconnect: true,
        refetchInterval: query => isUnreached(query as Query) && UNREACHED_REFETCH_MS,
        staleTime: STALE_MS,
        retry: (failures, error) => failures < RETRIES && isRetryable(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Whether the same call may succeed a moment later: the server was not reached, or has a fault. */
export function isRetryable(error: Error): boolean {
  return isWithoutResponse(error) || (error instanceof ApiError && error.status >= 500);
}

const listeners = new Set<() => void>();

/** Calls the listener before the redirect to /login, so that forms can store their values. */
export function onSessionLoss(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Called when the session has ended without a sign-out, before the screens are updated. */
export function announceSessionLoss(): void {
  for (const listener of listeners) listener();
}
