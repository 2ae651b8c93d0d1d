import { type User, verifySession } from '@minga/contract/session';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/server/api.ts';
import { announceSessionLoss, SESSION_KEY } from '../../../lib/server/query-client.ts';
import { clearPendingSignOut, isSignOutPending, signOutAtServer } from './pending-sign-out.ts';
import { markSession, unmarkSession } from './session-mark.ts';
import { markSignedOut } from './signed-out.ts';

const CHANNEL = 'minga.session';
const channels = new WeakMap<QueryClient, BroadcastChannel>();

/**
 * Calls `onChange` when another tab of this browser signs in or out. Returns the function that unsubscribes. Browsers
 * before 2022 have no BroadcastChannel: there a tab refetches the session when it regains focus.
 */
function subscribeToOtherTabs(queryClient: QueryClient, onChange: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = onChange;
  channels.set(queryClient, channel);
  return () => {
    channels.delete(queryClient);
    channel.close();
  };
}

/** Called only by the tab where the user signs in or out, never in response to a message, to prevent message loops. */
export const notifyOtherTabs = (queryClient: QueryClient): void =>
  void channels.get(queryClient)?.postMessage('changed');

const SESSION_FRESH_MS = 60_000;
export const SESSION_ENDED = 'Tu sesión terminó. Inicia sesión de nuevo.';

/**
 * The signed-in user, or null. Fetched at the start, and again when the window regains focus after a minute. If the
 * user of this page is no longer signed in, the query fails like any other call with a 401 response.
 */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ client, signal }): Promise<User | null> => {
    if (isSignOutPending()) await signOutAtServer(signal);
    const user = isSignOutPending() ? null : await call(verifySession, { signal });
    const previous = client.getQueryData<User | null>(SESSION_KEY);
    if (previous && !user) throw new ApiError(401, 'UNAUTHENTICATED', [SESSION_ENDED]);
    if (user) markSession();
    // Another tab has signed in, possibly to another account, whose user must not see data cached for this one.
    if (previous !== undefined && previous?._id !== user?._id) void resetOtherQueries(client);
    return user;
  },
  staleTime: SESSION_FRESH_MS,
  // Offline, the user stays signed in for reading.
  meta: { isPersisted: true, isAgeHidden: true },
});

/** The signed-in user; null without a session and while the session is loading. */
export const useUser = (): User | null => useQuery(sessionQuery).data ?? null;

/** Stores the user of a session that the server has just started, and refetches everything fetched without it. */
export function startSession(queryClient: QueryClient, user: User): void {
  clearPendingSignOut();
  setSessionUser(queryClient, user);
  markSession();
  void resetOtherQueries(queryClient);
  notifyOtherTabs(queryClient);
}

/** Called when the server rejects this page's session: announces the loss once and clears the session here. */
export function handleSessionLoss(queryClient: QueryClient): void {
  if (queryClient.getQueryData(sessionQuery.queryKey)) announceSessionLoss();
  clearSession(queryClient);
}

/** Called when the user ends the session here: drops all data fetched with it and notifies the other tabs. */
export function endSession(queryClient: QueryClient): void {
  unmarkSession();
  clearSession(queryClient);
  notifyOtherTabs(queryClient);
}

/** Refetches the session whenever another tab signs in or out. Returns the function that unsubscribes. */
export const syncWithOtherTabs = (queryClient: QueryClient): (() => void) =>
  subscribeToOtherTabs(queryClient, () => void queryClient.invalidateQueries({ queryKey: SESSION_KEY }));

function clearSession(queryClient: QueryClient): void {
  if (queryClient.getQueryData(sessionQuery.queryKey) === null) return;
  setSessionUser(queryClient, null);
  void resetOtherQueries(queryClient);
}

/** Cancels a session request in flight first: its response predates this change and must not overwrite it. */
function setSessionUser(queryClient: QueryClient, user: User | null): void {
  void queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  queryClient.setQueryData(sessionQuery.queryKey, user);
}

const resetOtherQueries = (queryClient: QueryClient) =>
  queryClient.resetQueries({ predicate: query => query.queryKey[0] !== sessionQuery.queryKey[0] });

/** Signs out in this browser even if the request fails (docs/rules.md R2.11). */
export function useLogout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => signOutAtServer(),
    onSettled: () => {
      endSession(queryClient);
      markSignedOut(queryClient);
    },
  });
}
