import {
  type FollowMail,
  followCollective,
  getCollective,
  listCollectives,
  unfollowCollective,
} from '@minga/contract/collectives';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { retryOnMount } from '../../lib/errors/unknown-row.ts';
import { call, callList } from '../../lib/server/api.ts';
import { collectivesKey } from '../../lib/server/collectives-key.ts';
import { mergePages, nextOffset } from '../../lib/server/pages.ts';
import { withFollower } from './model.ts';

export const PAGE_SIZE = 24;

/** The public collectives that match the words, paged; all without words. The previous results stay visible while new ones load. */
export const collectiveList = (q: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...collectivesKey, 'list', q ?? ''],
    queryFn: ({ pageParam: offset, signal }) =>
      callList(listCollectives, { query: { q, limit: PAGE_SIZE, offset }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    select: mergePages,
    placeholderData: keepPreviousData,
    meta: { isPersisted: q === undefined },
  });

/** One collective. Rejects with an ApiError: 404 if it is unknown, or not public and the user is no member. */
export const oneCollective = (slug: string) =>
  queryOptions({
    queryKey: [...collectivesKey, 'one', slug],
    queryFn: ({ signal }) => call(getCollective, { params: { slug }, signal }),
    meta: { isPersisted: true },
    retryOnMount,
  });

/** The public collectives for a select, by name: verified ones first if there are more than fit into one response. */
export const collectiveNames = queryOptions({
  queryKey: [...collectivesKey, 'names'],
  queryFn: async ({ signal }) => {
    const { rows } = await callList(listCollectives, { query: {}, signal });
    return rows
      .map(({ slug, name }) => ({ slug, name }))
      .toSorted((one, other) => one.name.localeCompare(other.name, 'es'));
  },
});

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
