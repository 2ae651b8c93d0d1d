import { verifyEmail } from '@minga/contract/accounts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { sessionQuery, startSession } from './session.ts';

/** Redeems the token of the mailed link and signs its user in. `context` is the user who was signed in before, if any. */
export function useVerifyEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(verifyEmail, { body: { token } }),
    onMutate: () => queryClient.getQueryData(sessionQuery.queryKey) ?? undefined,
    onSuccess: ({ user }) => startSession(queryClient, user),
    meta: { signsIn: true },
  });
}
