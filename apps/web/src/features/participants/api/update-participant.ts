import type { Attendance } from '@minga/contract/attendance';
import { updateParticipant } from '@minga/contract/participants';
import { changeParty } from '@minga/contract/party';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { isDefinitiveResponse } from '../../../lib/is-definitive-response.ts';
import { withUpdated } from '../participant-pages.ts';
import { currentParticipants } from './current-participants.ts';
import { participantsQuery, refreshParticipants } from './participants-query.ts';

type Change = Pick<Attendance, 'name' | 'email' | 'companions'> & { readonly phone?: string };

/**
 * Changes name, e-mail, phone and companions. Rejects with an ApiError: 409 FULL if there is no room for the companions, 409 CONFLICT if another
 * participant has the name or the e-mail, 404 if removed.
 */
export function useUpdateParticipant(taskId: string, { _id: id, companions }: Attendance) {
  const queryClient = useQueryClient();
  const { queryKey } = participantsQuery(taskId);
  return useMutation({
    mutationFn: async ({ companions: changed, ...attendee }: Change) => {
      // First what may be refused.
      if (changed !== companions)
        await call(changeParty, { params: { taskId }, body: { attendanceId: id, companions: changed } });
      return update(taskId, id, attendee);
    },
    onSuccess: async ({ updated }) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, data => data && withUpdated(data, updated));
    },
    onSettled: () => void refreshParticipants(queryClient, taskId),
  });
}

async function update(
  taskId: string,
  id: string,
  attendee: Omit<Change, 'companions'>,
): Promise<{ updated: Attendance; personalLink?: string | undefined }> {
  try {
    return await call(updateParticipant, { params: { id }, body: attendee });
  } catch (error) {
    if (isDefinitiveResponse(error)) throw error;
    const { name, email } = attendee;
    const rows = await currentParticipants(taskId);
    const updated = rows?.find(row => row._id === id && row.name === name && row.email === email);
    if (updated === undefined) throw error;
    return { updated };
  }
}
