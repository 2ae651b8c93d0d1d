import { verifyEmail } from '@minga/contract/accounts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { startSession } from './session.ts';

/** Redeems the token of the mailed link; its owner is signed in. */
export function useVerifyEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(verifyEmail, { body: { token } }),
    onSuccess: ({ user }) => startSession(queryClient, user),
    meta: { signsIn: true },
  });
}
