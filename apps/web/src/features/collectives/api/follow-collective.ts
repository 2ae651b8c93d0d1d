import { type FollowMail, followCollective, unfollowCollective } from '@minga/contract/collectives';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { collectivesKey } from '../../../lib/collectives-key.ts';
import { withFollower } from '../state.ts';
import { oneCollective } from './one-collective.ts';

const mutationKey = ['follow-collective'];

/**
 * Follows a collective with these e-mails, or with null stops following it. Optimistic: rolled back on an error. Calls run in
 * sequence, so that the last choice is the one that is stored.
 */
export function useFollowCollective(slug: string) {
  const queryClient = useQueryClient();
  const { queryKey } = oneCollective(slug);
  return useMutation({
    mutationKey,
    scope: { id: `follow-collective ${slug}` },
    mutationFn: (mail: FollowMail | null) =>
      mail === null
        ? call(unfollowCollective, { params: { slug } })
        : call(followCollective, { params: { slug }, body: { mail } }),
    onMutate: async mail => {
      // A response in flight would overwrite the optimistic state.
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before) queryClient.setQueryData(queryKey, withFollower(before, mail));
      return before;
    },
    onError: (_error, _mail, before) => void queryClient.setQueryData(queryKey, before),
    // Not awaited: an error is shown at once.
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1)
        void queryClient.invalidateQueries({ queryKey: collectivesKey });
    },
  });
}
