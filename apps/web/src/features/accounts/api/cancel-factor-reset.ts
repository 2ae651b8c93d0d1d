import { cancelSecondFactorReset } from '@minga/contract/second-factor';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { secondFactorQuery } from './second-factor.ts';

/** Redeems the token of the mailed link that cancels the removal of the second factor. */
export function useCancelFactorReset() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(cancelSecondFactorReset, { body: { token } }),
    onSuccess: () => queryClient.removeQueries({ queryKey: secondFactorQuery.queryKey }),
  });
}
