import { promoteActivity } from '@minga/contract/activities';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { activitiesKey } from './activities-key.ts';
import { changeActivity } from './activity-cache.ts';

/** Promotes an activity, or ends that. It shows at once, and is taken back when the server does not agree. */
export function usePromoteActivity(id: string) {
  const queryClient = useQueryClient();
  const show = (isPromoted: boolean) =>
    changeActivity(queryClient, id, activity => ({ ...activity, isPromoted }));
  return useMutation({
    mutationFn: (isPromoted: boolean) => call(promoteActivity, { params: { id }, body: { isPromoted } }),
    onMutate: async isPromoted => {
      // What was asked before would bring the old state back.
      await queryClient.cancelQueries({ queryKey: activitiesKey });
      show(isPromoted);
    },
    onError: (_error, isPromoted) => show(!isPromoted),
    onSuccess: activity => changeActivity(queryClient, id, () => activity),
    // The lists of one's own hold the same activities as before; those of what is promoted do not.
    onSettled: () =>
      queryClient.invalidateQueries({
        queryKey: activitiesKey,
        predicate: ({ queryKey }) => queryKey[1] !== 'own',
      }),
  });
}
