import { updateReminder } from '@minga/contract/reminders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { remindersQuery } from './reminders.ts';

/** Changes the number of days. Rejects with an ApiError. */
export function useUpdateReminder(id: string) {
  const queryClient = useQueryClient();
  const { queryKey } = remindersQuery;
  return useMutation({
    mutationFn: (daysBefore: number) => call(updateReminder, { params: { id }, body: { daysBefore } }),
    onSuccess: async changed => {
      await queryClient.cancelQueries({ queryKey, exact: true });
      queryClient.setQueryData(queryKey, list => list?.map(one => (one._id === id ? changed : one)));
    },
    // It may have been deleted or changed elsewhere.
    onError: () => void queryClient.invalidateQueries({ queryKey, exact: true }),
  });
}
