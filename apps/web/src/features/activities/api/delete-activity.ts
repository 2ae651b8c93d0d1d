import { deleteActivity } from '@minga/contract/activities';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { removeActivity } from './activity-cache.ts';

/** Deletes an activity and removes it from every cached list. A 404 counts as success: it is already deleted. */
export function useDeleteActivity(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        await call(deleteActivity, { params: { id } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    onSuccess: () => {
      removeActivity(queryClient, id);
      // The visible lists are already up to date, so they need no refetch.
      return queryClient.invalidateQueries({ queryKey: activitiesKey, refetchType: 'none' });
    },
  });
}
