import { confirmEmailChange } from '@minga/contract/profile';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { profileQuery } from './profile.ts';
import { sessionQuery } from './session.ts';

/** Redeems the token of the link at the new address. Done once it is known who is signed in here, and by which address. */
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
