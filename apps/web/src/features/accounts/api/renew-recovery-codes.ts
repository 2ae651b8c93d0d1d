import { renewRecoveryCodes } from '@minga/contract/totp';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { secondFactorQuery } from './second-factor.ts';

/** Ten new codes; the earlier ones stop working. */
export function useRenewRecoveryCodes() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(renewRecoveryCodes),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
  });
}
