import { deleteCollective } from '@minga/contract/collective-fields';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { collectivesKey } from '../../../lib/collectives-key.ts';

/** Deletes a collective. A 404 counts as success: it is already deleted. */
export function useDeleteCollective(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        await call(deleteCollective, { params: { slug } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    // Without a refetch: the page that shows it is about to be left.
    onSuccess: () =>
      Promise.all(
        [collectivesKey, activitiesKey].map(queryKey =>
          queryClient.invalidateQueries({ queryKey, refetchType: 'none' }),
        ),
      ),
  });
}
