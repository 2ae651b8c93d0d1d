import { promoteActivity } from '@minga/contract/activities';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { call } from '../../../lib/api.ts';
import { changeActivity } from './activity-cache.ts';

/** Starts or ends an activity's promotion. Optimistic: rolled back on an error. */
export function usePromoteActivity(id: string) {
  const queryClient = useQueryClient();
  const show = (isPromoted: boolean) =>
    changeActivity(queryClient, id, activity => ({ ...activity, isPromoted }));
  return useMutation({
    mutationFn: (isPromoted: boolean) => call(promoteActivity, { params: { id }, body: { isPromoted } }),
    onMutate: async isPromoted => {
      // A response in flight would overwrite the optimistic state.
      await queryClient.cancelQueries({ queryKey: activitiesKey });
      show(isPromoted);
    },
    onError: (_error, isPromoted) => show(!isPromoted),
    onSuccess: activity => changeActivity(queryClient, id, () => activity),
    // A promotion changes which activities other lists contain, but not the user's own.
    onSettled: () =>
      queryClient.invalidateQueries({
        queryKey: activitiesKey,
        predicate: ({ queryKey }) => queryKey[1] !== 'own',
      }),
  });
}
