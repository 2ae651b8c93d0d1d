import { REMOVED_MAX, removeParticipants } from '@minga/contract/participants';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { refreshParticipants } from './participants-query.ts';

/**
 * Removes several participants by their ids and returns how many were on the list. Rejects with an ApiError: then some may have
 * been removed, and a repeated call removes the others.
 */
export function useRemoveParticipants(taskId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      let count = 0;
      for (let start = 0; start < ids.length; start += REMOVED_MAX) {
        const body = { ids: ids.slice(start, start + REMOVED_MAX) };
        count += (await call(removeParticipants, { params: { taskId }, body })).removed;
      }
      return count;
    },
    onSettled: () => refreshParticipants(queryClient, taskId),
  });
}
