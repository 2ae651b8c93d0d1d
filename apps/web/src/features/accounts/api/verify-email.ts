import { verifyEmail } from '@minga/contract/accounts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { sessionQuery, startSession } from './session.ts';

/** Redeems the token of the mailed link; its owner is signed in. `context` is who was until then, if anybody. */
export function useVerifyEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(verifyEmail, { body: { token } }),
    onMutate: () => queryClient.getQueryData(sessionQuery.queryKey) ?? undefined,
    onSuccess: ({ user }) => startSession(queryClient, user),
    meta: { signsIn: true },
  });
}
