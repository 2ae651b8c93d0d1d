import { removePasskey } from '@minga/contract/passkeys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { ignoreNotFound } from '../../../lib/ignore-not-found.ts';
import { passkeysQuery } from './passkeys.ts';
import { secondFactorQuery } from './second-factor.ts';

/** Removes a passkey of the user. A 404 counts as success: it has been removed already. */
export function useRemovePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => ignoreNotFound(call(removePasskey, { params: { id } })),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
      return queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    },
  });
}
