import { deleteReminder } from '@minga/contract/reminders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { remindersQuery } from './reminders.ts';

/** Deletes a reminder. A 404 counts as success: already deleted. Rejects with an ApiError otherwise. */
export function useDeleteReminder() {
  const queryClient = useQueryClient();
  const { queryKey } = remindersQuery;
  return useMutation({
    mutationFn: deleteIfPresent,
    onSuccess: async (_, id) => {
      await queryClient.cancelQueries({ queryKey, exact: true });
      queryClient.setQueryData(queryKey, list => list?.filter(({ _id }) => _id !== id));
    },
    onError: () => void queryClient.invalidateQueries({ queryKey, exact: true }),
  });
}

async function deleteIfPresent(id: string): Promise<void> {
  try {
    await call(deleteReminder, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
