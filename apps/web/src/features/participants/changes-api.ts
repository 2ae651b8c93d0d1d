import type { Attendance } from '@minga/contract/attendance';
import { undoCheckIn } from '@minga/contract/check-ins';
import { type Confirmation, confirmAttendance } from '@minga/contract/confirmation';
import type { Reply } from '@minga/contract/endpoint';
import {
  admitParticipant,
  REMOVED_MAX,
  removeParticipant,
  removeParticipants,
  updateParticipant,
} from '@minga/contract/participants';
import { changeParty } from '@minga/contract/party';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isDefinitiveResponse } from '../../lib/errors/is-definitive-response.ts';
import { ApiError, call } from '../../lib/server/api.ts';
import { currentParticipants, participantsQuery, refreshParticipants } from './api.ts';
import { withoutParticipant, withParticipant, withUpdated } from './model.ts';

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
): Promise<Reply<typeof updateParticipant>> {
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

/** Gives a participant on the waiting list a place, also beyond the capacity. Repeating it changes nothing. */
export function useAdmitParticipant(taskId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id: id }: Attendance) =>
      call(admitParticipant, { params: { id }, body: { status: 'confirmed' } }),
    // Not awaited: the dialog closes first, and the focus returns to the row, whose button then disappears.
    onSettled: () => void refreshParticipants(queryClient, taskId),
  });
}

/** Undoes an arrival. Repeating it changes nothing. */
export function useUndoArrival(taskId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id: id }: Attendance) => call(undoCheckIn, { params: { id } }),
    // Not awaited: the dialog closes first, and the focus returns to the row, whose button then disappears.
    onSettled: () => void refreshParticipants(queryClient, taskId),
  });
}

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
