import type { BodyInput } from '@minga/contract/endpoint';
import {
  cancelEmailChange,
  confirmEmailChange,
  getProfile,
  requestEmailChange,
  updateProfile,
} from '@minga/contract/profile';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/server/api.ts';
import { keyOf } from '../../lib/server/queries.ts';
import { sessionQuery } from './session/session.ts';

/**
 * The user's account. Its user also replaces the session's, so that the header shows the latest name and e-mail. If the
 * session has ended since, it stays ended: a late response must not restore it.
 */
export const profileQuery = queryOptions({
  queryKey: keyOf(getProfile),
  queryFn: async ({ client, signal }) => {
    const profile = await call(getProfile, { signal });
    client.setQueryData(sessionQuery.queryKey, current => current && profile.user);
    return profile;
  },
});

export function useCancelEmailChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(cancelEmailChange),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }),
  });
}

/** Redeems the token that was mailed to the new address. Resolves once the session query shows the new address. */
export function useConfirmEmailChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(confirmEmailChange, { body: { token } }),
    onSuccess: async () => {
      queryClient.removeQueries({ queryKey: profileQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}

/** Requests a confirmation link at the new address; each call sends another one. Resolves once the profile is refetched. */
export function useRequestEmailChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof requestEmailChange>) => call(requestEmailChange, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }),
  });
}

/** Saves name, phone and greeting, and updates the cached session and profile from the response. */
export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof updateProfile>) => call(updateProfile, { body }),
    onSuccess: user => {
      queryClient.setQueryData(sessionQuery.queryKey, user);
      queryClient.setQueryData(profileQuery.queryKey, profile => profile && { ...profile, user });
    },
  });
}
