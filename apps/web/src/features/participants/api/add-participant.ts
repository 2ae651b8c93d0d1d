import {
  type Attendance,
  type Attendee,
  confirmAttendance,
  listParticipants,
} from '@minga/contract/attendance';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { withParticipant } from '../participant-pages.ts';
import { participantsOf, refreshParticipants } from './participants.ts';

type Addition = Attendee & { readonly taskId: string };

/** Puts somebody on the list of one's own activity. Fails with an ApiError; 409: name or e-mail is on it already. */
export function useAddParticipant(taskId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = participantsOf(taskId);
  return useMutation({
    mutationFn: (attendee: Attendee) => {
      const known = queryClient.getQueryData(queryKey)?.pages.at(-1)?.total ?? 0;
      return add({ taskId, ...attendee }, known);
    },
    onSuccess: async added => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, data => data && withParticipant(data, added));
    },
    onSettled: () => void refreshParticipants(queryClient, taskId),
  });
}

/** A reply may be lost on the way after the server did its work: it is asked before anybody is told of a failure. */
async function add(addition: Addition, known: number): Promise<Attendance> {
  try {
    return await call(confirmAttendance, { body: addition });
  } catch (error) {
    const isLost = error instanceof ApiError && error.status === 0;
    const added = isLost ? await newest(addition, known) : undefined;
    if (added === undefined) throw error;
    return added;
  }
}

/** Who has come to the list since it held `known`, if it is this person. */
async function newest({ taskId, email }: Addition, known: number): Promise<Attendance | undefined> {
  try {
    const rows = await call(listParticipants, { params: { taskId }, query: { offset: known } });
    return rows.find(row => row.email === email);
  } catch {
    return undefined;
  }
}
