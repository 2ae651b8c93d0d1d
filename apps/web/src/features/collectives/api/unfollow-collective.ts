import { unfollowCollective } from '@minga/contract/collectives';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { collectivesKey } from '../../../lib/collectives-key.ts';
import { restoreCollective, showFollowing } from './follow-collective.ts';

/** Stops following a collective. Optimistic: rolled back on an error. */
export function useUnfollowCollective(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(unfollowCollective, { params: { slug } }),
    onMutate: () => showFollowing(queryClient, slug, null),
    onError: (_error, _variables, before) => restoreCollective(queryClient, slug, before),
    // Not awaited: an error is shown at once.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: collectivesKey }),
  });
}
