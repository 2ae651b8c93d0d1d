import {
  clearNotifications,
  countUnreadNotifications,
  listNotifications,
  markNotificationsRead,
  NOTIFICATIONS_MAX,
  removeNotification,
} from '@minga/contract/notifications';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { now } from '../../lib/dates/now.ts';
import { errorSentences } from '../../lib/errors/error-sentences.ts';
import { ignoreNotFound } from '../../lib/errors/ignore-not-found.ts';
import { useLive } from '../../lib/live/live.ts';
import { ApiError, call, callList } from '../../lib/server/api.ts';
import { toastError } from '../../lib/toasts.ts';
import {
  type Bell,
  type BellChange,
  EMPTY_BELL,
  isPending,
  mergeBell,
  type PendingChange,
  pendingChanges,
  removePending,
  restoredBell,
  shortenedBell,
  storePending,
  unreadIn,
  withChange,
  withoutDuplicates,
  withPendingChanges,
} from './bell.ts';

const KEY = 'notifications';
/** Of all mutations of the bell: a response that arrives during one may not include it. */
const changeKey = [KEY, 'change'];

/** A user's bell. While the server is unreachable, the copy in this browser's store. */
export const notificationsQuery = (userId: string) =>
  queryOptions({
    queryKey: [KEY, userId],
    queryFn: async ({ client, queryKey, signal }): Promise<Bell> => {
      const entries = () => client.getQueryData<Bell>(queryKey)?.entries ?? [];
      const atRequest = entries();
      const { rows } = await callList(listNotifications, { query: { limit: NOTIFICATIONS_MAX }, signal });
      // A full list may not be complete.
      const isFull = rows.length === NOTIFICATIONS_MAX;
      const unread = isFull
        ? (await call(countUnreadNotifications, { signal })).count
        : unreadIn(rows).length;
      return withPendingChanges(userId, mergeBell(rows, unread, { known: entries(), atRequest, now: now() }));
    },
    meta: {
      isPersisted: true,
      isSynchronized: true,
      isAgeHidden: true,
      restored: bell => withPendingChanges(userId, restoredBell(bell as Bell, now())),
      shortened: bell => shortenedBell(bell as Bell, now()),
    },
  });

/** Refetches the bell, unless a mutation in progress will do so when it settles. */
export function refreshNotifications(queryClient: QueryClient, userId: string): void {
  if (queryClient.isMutating({ mutationKey: changeKey }) > 0) return;
  void queryClient.invalidateQueries({ queryKey: notificationsQuery(userId).queryKey });
}

const FAILURES = {
  read: null,
  readAll: null,
  remove: 'Error al quitar el aviso',
  clear: 'Error al limpiar los avisos',
} as const;

/**
 * Changes the bell optimistically and reverts what the server rejects. Changes without a response are sent again with the
 * next live connection or the next start of the app.
 */
export function useBellChange(userId: string): (change: BellChange) => void {
  const queryClient = useQueryClient();
  const { queryKey } = notificationsQuery(userId);
  const isRetried = (error: Error | null, { key }: PendingChange) =>
    error instanceof ApiError && error.status === 0 && isPending(userId, key);

  const { mutate } = useMutation({
    mutationKey: changeKey,
    mutationFn: ({ change }: PendingChange) => send(change),
    onMutate: async pending => {
      storePending(userId, pending);
      // An earlier request's response would revert the change.
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (bell = EMPTY_BELL) => withChange(bell, pending.change));
      return before;
    },
    onError: (error, pending, before) => {
      if (isRetried(error, pending)) return;
      queryClient.setQueryData(queryKey, before);
      const failure = FAILURES[pending.change.kind];
      if (failure !== null) toastError(errorSentences(error, failure).join(' '));
    },
    onSettled: (_, error, pending) => {
      if (isRetried(error, pending)) return;
      removePending(userId, pending.key);
      if (queryClient.isMutating({ mutationKey: changeKey }) === 1) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });

  const resend = useCallback(() => {
    const inProgress = queryClient.getMutationCache().findAll({ mutationKey: changeKey, status: 'pending' });
    const keys = inProgress.map(({ state }) => (state.variables as PendingChange).key);
    for (const pending of pendingChanges(userId)) if (!keys.includes(pending.key)) mutate(pending);
  }, [queryClient, userId, mutate]);
  useEffect(resend, [resend]);
  useLive('puesta_al_dia', resend);

  // Without HTTPS, browsers have no randomUUID.
  return change => mutate({ key: `${Date.now()} ${Math.random()}`, change });
}

async function send(change: BellChange): Promise<void> {
  if (change.kind === 'readAll') return call(markNotificationsRead, { body: { until: change.until } });
  if (change.kind === 'clear') return call(clearNotifications, { query: { until: change.until } });
  const ids = change.entries.filter(({ isLocal }) => !isLocal).map(({ id }) => id);
  if (ids.length === 0) return;
  if (change.kind === 'read') return call(markNotificationsRead, { body: { ids } });
  // The list is refetched after all of them have settled.
  const outcomes = await Promise.allSettled(
    ids.map(id => ignoreNotFound(call(removeNotification, { params: { id } }))),
  );
  const failure = outcomes.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
}

/** The bell's entries, newest first, with those that duplicate another, and the number of unread ones, including those beyond the list. */
export function useNotifications(userId: string) {
  const { data: bell = EMPTY_BELL } = useQuery(notificationsQuery(userId));
  const { entries: all, unlisted } = bell;
  const own = useMemo(() => withoutDuplicates(all), [all]);
  return { all, unread: unreadIn(own).length + unlisted };
}
