import type { BodyInput } from '@minga/contract/endpoint';
import { requestEmailChange } from '@minga/contract/profile';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { profileQuery } from './profile.ts';

/** Requests a confirmation link at the new address; each call sends another one. Resolves once the profile is refetched. */
export function useRequestEmailChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof requestEmailChange>) => call(requestEmailChange, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }),
  });
}
