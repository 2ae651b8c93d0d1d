import type { BodyInput } from '@minga/contract/endpoint';
import { requestEmailChange } from '@minga/contract/profile';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { profileQuery } from './profile.ts';

/** Asks for a link at the new address; asking again sends another one. Done once the pending address is known here. */
export function useRequestEmailChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof requestEmailChange>) => call(requestEmailChange, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }),
  });
}
