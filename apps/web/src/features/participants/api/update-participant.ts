import { type Attendee, updateParticipant } from '@minga/contract/attendance';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { withChanged } from '../participant-pages.ts';
import { participantsOf, refreshParticipants } from './participants.ts';

/** Changes a participant's name and e-mail. Fails with an ApiError; 409: another one has one of them. */
export function useUpdateParticipant(taskId: string, id: string) {
  const queryClient = useQueryClient();
  const { queryKey } = participantsOf(taskId);
  return useMutation({
    mutationFn: (attendee: Attendee) => call(updateParticipant, { params: { id }, body: attendee }),
    onSuccess: async ({ updated }) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, data => data && withChanged(data, updated));
    },
    onSettled: () => void refreshParticipants(queryClient, taskId),
  });
}
