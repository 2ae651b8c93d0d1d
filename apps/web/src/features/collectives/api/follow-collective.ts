import { type Collective, type FollowMail, followCollective } from '@minga/contract/collectives';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { collectivesKey } from '../../../lib/collectives-key.ts';
import { withFollower } from '../state.ts';
import { oneCollective } from './one-collective.ts';

/** Follows a collective, or changes its e-mails. Optimistic: rolled back on an error. */
export function useFollowCollective(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (mail: FollowMail) => call(followCollective, { params: { slug }, body: { mail } }),
    onMutate: mail => showFollowing(queryClient, slug, mail),
    onError: (_error, _mail, before) => restoreCollective(queryClient, slug, before),
    // Not awaited: an error is shown at once.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: collectivesKey }),
  });
}

/** Shows the collective as followed with these e-mails, or with null as not followed. Returns what was shown before. */
export async function showFollowing(queryClient: QueryClient, slug: string, mail: FollowMail | null) {
  const { queryKey } = oneCollective(slug);
  // A response in flight would overwrite the optimistic state.
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData(queryKey);
  if (before) queryClient.setQueryData(queryKey, withFollower(before, mail));
  return before;
}

export const restoreCollective = (
  queryClient: QueryClient,
  slug: string,
  before: Collective | undefined,
): void => void queryClient.setQueryData(oneCollective(slug).queryKey, before);
