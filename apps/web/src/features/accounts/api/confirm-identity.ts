import { confirmIdentity, type IdentityProof } from '@minga/contract/identity';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { secondFactorQuery } from './second-factor.ts';

/** Confirms the session for 15 minutes. */
export function useConfirmIdentity() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: IdentityProof) => call(confirmIdentity, { body }),
    // A recovery code may have been used.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
  });
}
