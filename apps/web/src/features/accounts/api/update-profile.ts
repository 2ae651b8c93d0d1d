import type { BodyInput } from '@minga/contract/endpoint';
import { updateProfile } from '@minga/contract/profile';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { profileQuery } from './profile.ts';
import { sessionQuery } from './session.ts';

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
