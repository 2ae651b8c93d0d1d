import { type User, verifySession } from '@minga/contract/accounts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { toastError } from '../../../lib/toasts.ts';

const SESSION_FRESH_MS = 60_000;

/** Who is signed in: the user, or null. Asked at the start, and again when the window is looked at after a minute. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(verifySession, { signal }),
  staleTime: SESSION_FRESH_MS,
});

/** The signed-in user; null without a session, and while it is not known yet. */
export const useUser = (): User | null => useQuery(sessionQuery).data ?? null;

/** Takes over a session that the server has just begun; what was fetched without it is asked again. */
export function startSession(queryClient: QueryClient, user: User): void {
  queryClient.setQueryData(sessionQuery.queryKey, user);
  void forgetFetched(queryClient);
}

/** The server no longer knows the session that this page believed in: says so, once, and ends it here. */
export function loseSession(queryClient: QueryClient): void {
  if (queryClient.getQueryData(sessionQuery.queryKey))
    toastError('Tu sesión terminó. Inicia sesión de nuevo.');
  endSession(queryClient);
}

/** The session is over: nothing that was fetched with it stays in memory. */
export function endSession(queryClient: QueryClient): void {
  if (queryClient.getQueryData(sessionQuery.queryKey) === null) return;
  queryClient.setQueryData(sessionQuery.queryKey, null);
  void forgetFetched(queryClient);
}

const forgetFetched = (queryClient: QueryClient) =>
  queryClient.resetQueries({ predicate: query => query.queryKey[0] !== sessionQuery.queryKey[0] });
