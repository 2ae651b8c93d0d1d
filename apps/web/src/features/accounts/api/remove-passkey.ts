import { removePasskey } from '@minga/contract/passkeys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { passkeysQuery } from './passkeys.ts';
import { secondFactorQuery } from './second-factor.ts';

/** Removes a passkey of the user. A 404 counts as success: it has been removed already. */
export function useRemovePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call(removePasskey, { params: { id } }).catch(error => {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
      return queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    },
  });
}
