import { resetPassword } from '@minga/contract/accounts';
import type { BodyInput } from '@minga/contract/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { endSession, sessionQuery } from './session.ts';

/** Sets a new password by the token of a mailed link. It ends every session of the account, this one too. */
export function useResetPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof resetPassword>) => call(resetPassword, { body }),
    onSuccess: () => {
      endSession(queryClient);
      // Unless the link was another account's than the one that is signed in here.
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}
