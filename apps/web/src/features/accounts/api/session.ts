import { type User, verifySession } from '@minga/contract/accounts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { announceSessionLoss } from '../../../lib/session-loss.ts';
import { joinOtherTabs, notifyOtherTabs } from '../other-tabs.ts';
import { forgetPendingSignOut, isSignOutPending, signOutAtServer } from '../pending-sign-out.ts';
import { markSession, unmarkSession } from '../session-mark.ts';

const SESSION_FRESH_MS = 60_000;
const SESSION_KEY = ['session'];
export const ENDED = 'Tu sesión terminó. Inicia sesión de nuevo.';

/**
 * Who is signed in: the user, or null. Asked at the start, and again when the window is looked at after a minute. That
 * somebody whom this page believed to be signed in is not any more is a failure like a 401 of any other call.
 */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ client, signal }): Promise<User | null> => {
    if (isSignOutPending()) await signOutAtServer(signal);
    const user = isSignOutPending() ? null : await call(verifySession, { signal });
    const believed = client.getQueryData<User | null>(SESSION_KEY);
    if (believed && !user) throw new ApiError(401, 'UNAUTHENTICATED', [ENDED]);
    if (user) markSession();
    // Another tab has signed in, perhaps as somebody else.
    if (believed !== undefined && believed?._id !== user?._id) void forgetFetched(client);
    return user;
  },
  staleTime: SESSION_FRESH_MS,
  // A person who was signed in is so for reading, too, while nobody can be asked.
  meta: { isKept: true },
});

/** The signed-in user; null without a session, and while it is not known yet. */
export const useUser = (): User | null => useQuery(sessionQuery).data ?? null;

/** Takes over a session that the server has just begun; what was fetched without it is asked again. */
export function startSession(queryClient: QueryClient, user: User): void {
  forgetPendingSignOut();
  know(queryClient, user);
  markSession();
  void forgetFetched(queryClient);
  notifyOtherTabs(queryClient);
}

/** The server no longer knows the session that this page believed in: announces it, once, and ends it here. */
export function loseSession(queryClient: QueryClient): void {
  if (queryClient.getQueryData(sessionQuery.queryKey)) announceSessionLoss();
  forgetSession(queryClient);
}

/** Its owner has ended the session here: nothing that was fetched with it stays in memory, and the other tabs hear of it. */
export function endSession(queryClient: QueryClient): void {
  unmarkSession();
  forgetSession(queryClient);
  notifyOtherTabs(queryClient);
}

/** Checks at once whenever another tab has signed in or out, until the returned function is called. */
export const followOtherTabs = (queryClient: QueryClient): (() => void) =>
  joinOtherTabs(queryClient, () => void queryClient.invalidateQueries({ queryKey: SESSION_KEY }));

function forgetSession(queryClient: QueryClient): void {
  if (queryClient.getQueryData(sessionQuery.queryKey) === null) return;
  know(queryClient, null);
  void forgetFetched(queryClient);
}

/** A check that is still on its way was asked before, and must not have the last word. */
function know(queryClient: QueryClient, user: User | null): void {
  void queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  queryClient.setQueryData(sessionQuery.queryKey, user);
}

const forgetFetched = (queryClient: QueryClient) =>
  queryClient.resetQueries({ predicate: query => query.queryKey[0] !== sessionQuery.queryKey[0] });
