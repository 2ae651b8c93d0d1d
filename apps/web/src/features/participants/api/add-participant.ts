import { type Confirmation, confirmAttendance } from '@minga/contract/confirmation';
import type { Reply } from '@minga/contract/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { isDefinitiveResponse } from '../../../lib/is-definitive-response.ts';
import { withParticipant } from '../participant-pages.ts';
import { currentParticipants } from './current-participants.ts';
import { participantsQuery, refreshParticipants } from './participants-query.ts';

type New = Omit<Confirmation, 'taskId'>;
type Addition = New & { readonly taskId: string };

/** Adds a participant to the user's own activity; without an e-mail the response has its `personalLink`. Rejects with an ApiError; 409 CONFLICT if the name or
 * e-mail is already listed, 409 FULL if there is no room and it is not forced. */
export function useAddParticipant(taskId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = participantsQuery(taskId);
  return useMutation({
    mutationFn: (attendee: New) => add({ taskId, ...attendee }),
    onSuccess: async ({ personalLink: _, ...added }) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, data => data && withParticipant(data, added));
    },
    onSettled: () => void refreshParticipants(queryClient, taskId),
  });
}

async function add(addition: Addition): Promise<Reply<typeof confirmAttendance>> {
  try {
    return await call(confirmAttendance, { body: addition });
  } catch (error) {
    if (isDefinitiveResponse(error)) throw error;
    const { taskId, name, email = '' } = addition;
    const rows = await currentParticipants(taskId);
    const added = rows?.find(row => row.email === email && row.name === name);
    if (added === undefined) throw error;
    return added;
  }
}
