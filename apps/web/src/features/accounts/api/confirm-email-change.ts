import { confirmEmailChange } from '@minga/contract/profile';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { profileQuery } from './profile.ts';
import { sessionQuery } from './session.ts';

/** Redeems the token that was mailed to the new address. Resolves once the session query shows the new address. */
export function useConfirmEmailChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(confirmEmailChange, { body: { token } }),
    onSuccess: async () => {
      queryClient.removeQueries({ queryKey: profileQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}
