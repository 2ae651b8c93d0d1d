import { resetPassword } from '@minga/contract/accounts';
import type { BodyInput } from '@minga/contract/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { endSession, sessionQuery } from './session.ts';

/** Sets a new password with the token of a mailed link. The server ends every session of that account. */
export function useResetPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof resetPassword>) => call(resetPassword, { body }),
    onSuccess: () => {
      endSession(queryClient);
      // The link may belong to another account than the signed-in one, whose session is still valid.
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}
