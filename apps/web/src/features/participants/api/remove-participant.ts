import type { Attendance } from '@minga/contract/attendance';
import { removeParticipant } from '@minga/contract/participants';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { isDefinitiveResponse } from '../../../lib/is-definitive-response.ts';
import { withoutParticipant, withParticipant } from '../participant-pages.ts';
import { currentParticipants } from './current-participants.ts';
import { participantsQuery, refreshParticipants } from './participants-query.ts';

/** Removes a participant. Optimistic: rolled back on an error. A 404 counts as success: already removed. */
export function useRemoveParticipant(taskId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = participantsQuery(taskId);
  const mutationKey = ['remove-participant', taskId];
  return useMutation({
    mutationKey,
    mutationFn: ({ _id: id }: Attendance) => removeIfPresent(taskId, id),
    onMutate: async ({ _id }) => {
      // A response in flight would restore the row.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, data => data && withoutParticipant(data, _id));
    },
    onError: (_error, participant) => {
      queryClient.setQueryData(queryKey, data => data && withParticipant(data, participant));
    },
    onSettled: () => {
      // A refetch during another removal would restore that one's row, so only the last removal triggers it.
      if (queryClient.isMutating({ mutationKey }) === 1) void refreshParticipants(queryClient, taskId);
    },
  });
}

async function removeIfPresent(taskId: string, id: string): Promise<void> {
  try {
    await call(removeParticipant, { params: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return;
    if (isDefinitiveResponse(error)) throw error;
    const rows = await currentParticipants(taskId);
    if (rows === null || rows.some(row => row._id === id)) throw error;
  }
}
