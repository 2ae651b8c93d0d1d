import { listOwnAttendances } from '@minga/contract/attendance';
import {
  createReminder,
  deleteReminder,
  listReminders,
  type NewReminder,
  updateReminder,
} from '@minga/contract/reminders';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ignoreNotFound } from '../../lib/errors/ignore-not-found.ts';
import { ApiError, call, callList } from '../../lib/server/api.ts';
import { fetchAllRows } from '../../lib/server/fetch-all-rows.ts';
import { allRowsQuery, keyOf } from '../../lib/server/queries.ts';
import { type Choice, confirmedChoices } from './model.ts';

/** The user's reminders, by the date of the activity. Always stale: confirming an attendance can create one. */
export const remindersQuery = queryOptions({
  ...allRowsQuery(listReminders, { query: {} }),
  staleTime: 0,
  meta: { isPersisted: true },
});

/** The activities that the user attends. Throws if the response is not a list. */
export const confirmedActivities = queryOptions({
  queryKey: [...keyOf(listOwnAttendances), 'confirmed'],
  queryFn: async ({ signal }): Promise<Choice[]> => {
    const choices = confirmedChoices(
      await fetchAllRows(query => callList(listOwnAttendances, { query, signal })),
    );
    if (choices === null) throw new Error('no list');
    return choices;
  },
  staleTime: 0,
  meta: { isPersisted: true },
});

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
