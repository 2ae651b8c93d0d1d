import { clearNotifications, markNotificationsRead, removeNotification } from '@minga/contract/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { ApiError, call } from '../../../lib/api.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { ignoreNotFound } from '../../../lib/ignore-not-found.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { toastError } from '../../../lib/toasts.ts';
import { type BellChange, withChange } from '../bell-change.ts';
import { EMPTY_BELL } from '../entry.ts';
import {
  isPending,
  type PendingChange,
  pendingChanges,
  removePending,
  storePending,
} from '../pending-changes.ts';
import { changeKey, notificationsQuery } from './notifications.ts';

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
