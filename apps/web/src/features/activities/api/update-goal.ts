import { updateGoal } from '@minga/contract/written-goals';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { call } from '../../../lib/api.ts';

/** Stores what has been reached of a goal. */
export function useUpdateGoal(activityId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ goalId, reached }: { goalId: string; reached: number }) =>
      call(updateGoal, { params: { id: activityId, goalId }, body: { reached } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: activitiesKey }),
  });
}
