import { deleteReminder } from '@minga/contract/reminders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { ignoreNotFound } from '../../../lib/ignore-not-found.ts';
import { remindersQuery } from './reminders.ts';

/** Deletes a reminder. A 404 counts as success: already deleted. Rejects with an ApiError otherwise. */
export function useDeleteReminder() {
  const queryClient = useQueryClient();
  const { queryKey } = remindersQuery;
  return useMutation({
    mutationFn: (id: string) => ignoreNotFound(call(deleteReminder, { params: { id } })),
    onSuccess: async (_, id) => {
      await queryClient.cancelQueries({ queryKey, exact: true });
      queryClient.setQueryData(queryKey, list => list?.filter(({ _id }) => _id !== id));
    },
    onError: () => void queryClient.invalidateQueries({ queryKey, exact: true }),
  });
}
