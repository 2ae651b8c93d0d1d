import { deleteCollective } from '@minga/contract/collective-fields';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { call } from '../../../lib/api.ts';
import { collectivesKey } from '../../../lib/collectives-key.ts';
import { ignoreNotFound } from '../../../lib/ignore-not-found.ts';

/** Deletes a collective. A 404 counts as success: it is already deleted. */
export function useDeleteCollective(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => ignoreNotFound(call(deleteCollective, { params: { slug } })),
    // Without a refetch: the page that shows it is about to be left.
    onSuccess: () =>
      Promise.all(
        [collectivesKey, activitiesKey].map(queryKey =>
          queryClient.invalidateQueries({ queryKey, refetchType: 'none' }),
        ),
      ),
  });
}
