import { endSession } from '@minga/contract/profile';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { sessionsQuery } from './sessions.ts';

/** Ends another session of the user. A 404 counts as success: the session has already ended. */
export function useEndOneSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call(endSession, { params: { id } }).catch(error => {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
