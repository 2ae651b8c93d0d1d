import { createReminder, type NewReminder } from '@minga/contract/reminders';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { remindersQuery } from './reminders.ts';

/** Delay before checking whether a reminder was saved despite a server error (docs/rules.md R5.7). */
const RECHECK_MS = 1_000;

/** Saves a reminder. `wasChecked`: saved despite a server error, as a check showed. Rejects with an ApiError. */
export function useCreateReminder() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: remindersQuery.queryKey, exact: true });
  return useMutation({
    mutationFn: async (reminder: NewReminder): Promise<{ wasChecked: boolean }> => {
      try {
        await call(createReminder, { body: reminder });
        return { wasChecked: false };
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 500)) throw error;
        if (await isSaved(queryClient, reminder)) return { wasChecked: true };
        throw error;
      }
    },
    onSuccess: refresh,
    // Another tab may have created it.
    onError: () => void refresh(),
  });
}

/** The server may have saved the reminder before it failed. */
async function isSaved(queryClient: QueryClient, { task, daysBefore }: NewReminder): Promise<boolean> {
  await new Promise(resolve => setTimeout(resolve, RECHECK_MS));
  const reminders = await queryClient.fetchQuery({ ...remindersQuery, retry: false }).catch(() => []);
  return reminders.some(saved => saved.task._id === task && saved.daysBefore === daysBefore);
}
