import { deleteActivity } from '@minga/contract/activities';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { activitiesKey } from './activities-key.ts';
import { dropActivity } from './activity-cache.ts';

/** Deletes an activity; then it is gone from every list. One that was gone already is as good as deleted. */
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
      dropActivity(queryClient, id);
      // What is on the screen is right already.
      return queryClient.invalidateQueries({ queryKey: activitiesKey, refetchType: 'none' });
    },
  });
}
