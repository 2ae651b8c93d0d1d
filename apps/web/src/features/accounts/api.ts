import { readVerificationLink, register, resendVerification, verifyEmail } from '@minga/contract/accounts';
import type { BodyInput } from '@minga/contract/endpoint';
import { deleteAccount, downloadData } from '@minga/contract/profile';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/server/api.ts';
import { query } from '../../lib/server/queries.ts';
import { sessionQuery, startSession } from './session/session.ts';

/** The account that a mailed link would verify; the request does not use the link. */
export const verificationLinkQuery = (token: string) => query(readVerificationLink, { body: { token } });

/** Deletes the user's account. The screen ends the local session after it has navigated away from the guarded route. */
export const useDeleteAccount = () =>
  useMutation({ mutationFn: (body: BodyInput<typeof deleteAccount>) => call(deleteAccount, { body }) });

/** Fetches everything that Minga stores about the user. `gcTime: 0` keeps this personal data out of the cache. */
export const useDownloadData = () => useMutation({ mutationFn: () => call(downloadData), gcTime: 0 });

export const useRegister = () =>
  useMutation({ mutationFn: (body: BodyInput<typeof register>) => call(register, { body }) });

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

export const useResendVerification = () =>
  useMutation({ mutationFn: (email: string) => call(resendVerification, { body: { email } }) });
