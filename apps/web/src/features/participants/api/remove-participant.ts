import { type Attendance, removeParticipant } from '@minga/contract/attendance';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { isDefinitiveResponse } from '../../../lib/is-definitive-response.ts';
import { withoutParticipant, withParticipant } from '../participant-pages.ts';
import { listNow } from './list-now.ts';
import { participantsOf, refreshParticipants } from './participants.ts';

/** Takes somebody off the list, at once; comes back when the server does not agree. Who was gone already is as good as removed. */
export function useRemoveParticipant(taskId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = participantsOf(taskId);
  const mutationKey = ['remove-participant', taskId];
  return useMutation({
    mutationKey,
    mutationFn: ({ _id: id }: Attendance) => removeOrMiss(taskId, id),
    onMutate: async ({ _id }) => {
      // What was asked before would bring the row back.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, data => data && withoutParticipant(data, _id));
    },
    onError: (_error, participant) => {
      queryClient.setQueryData(queryKey, data => data && withParticipant(data, participant));
    },
    onSettled: () => {
      // So would an answer that knows of this removal alone, while the next one is still on its way.
      if (queryClient.isMutating({ mutationKey }) === 1) void refreshParticipants(queryClient, taskId);
    },
  });
}

async function removeOrMiss(taskId: string, id: string): Promise<void> {
  try {
    await call(removeParticipant, { params: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return;
    if (isDefinitiveResponse(error)) throw error;
    const rows = await listNow(taskId);
    if (rows === null || rows.some(row => row._id === id)) throw error;
  }
}
