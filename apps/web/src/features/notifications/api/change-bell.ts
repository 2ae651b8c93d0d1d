import { markNotificationsRead, removeNotification } from '@minga/contract/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { toastError } from '../../../lib/toasts.ts';
import { readIn, without } from '../bell-list.ts';
import type { Entry } from '../entry.ts';
import { changeKey, notificationsQuery } from './notifications.ts';

/** Of `entries` the server may not know all. To clear names them, too: what nobody has seen yet is to stay. */
export interface BellChange {
  readonly kind: 'read' | 'remove' | 'clear';
  readonly entries: readonly Entry[];
}

const FAILURES = {
  read: null,
  remove: 'Error al quitar la notificación',
  clear: 'Error al limpiar las notificaciones',
} as const;

/**
 * Reads, removes or clears at once; what the server does not agree to comes back. Without a network it waits for one
 * and is sent then.
 */
export function useBellChange(userId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = notificationsQuery(userId);
  return useMutation({
    mutationKey: changeKey,
    networkMode: 'online',
    mutationFn: send,
    onMutate: async change => {
      // What was asked before would bring it back.
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (entries = []) => changed(entries, change));
      return before;
    },
    onError: (error, { kind }, before) => {
      queryClient.setQueryData(queryKey, before);
      const failure = FAILURES[kind];
      if (failure !== null) toastError(errorSentences(error, failure).join(' '));
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: changeKey }) === 1) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}

function changed(entries: readonly Entry[], change: BellChange): Entry[] {
  const ids = change.entries.map(({ id }) => id);
  return change.kind === 'read' ? readIn(entries, ids) : without(entries, ids);
}

async function send(change: BellChange): Promise<void> {
  const ids = change.entries.filter(({ isLocal }) => !isLocal).map(({ id }) => id);
  if (ids.length === 0) return;
  if (change.kind === 'read') return call(markNotificationsRead, { body: { ids } });
  // All of them have their answer before the list is asked for again.
  const outcomes = await Promise.allSettled(ids.map(removeOrMiss));
  const failure = outcomes.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
}

/** Another tab, or the time, may have removed it. */
async function removeOrMiss(id: string): Promise<void> {
  try {
    await call(removeNotification, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
