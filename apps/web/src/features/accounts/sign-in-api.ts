import { login } from '@minga/contract/accounts';
import type { BodyInput } from '@minga/contract/endpoint';
import { enterSecondFactor } from '@minga/contract/second-factor';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/server/api.ts';
import { startSession } from './session/session.ts';

/** The second step of a sign-in. */
export function useEnterSecondFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(enterSecondFactor, { body: { code } }),
    onSuccess: user => startSession(queryClient, user),
    meta: { signsIn: true },
  });
}

/** Signs in with a passkey: one that the user chooses in the browser's dialog, or a suggestion in the field of the e-mail. */
export function usePasskeyLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (kind: 'dialog' | 'suggestion') =>
      (await import('./passkey-ceremony.ts')).signInWithPasskey({ isSuggestion: kind === 'suggestion' }),
    onSuccess: user => startSession(queryClient, user),
    meta: { signsIn: true },
  });
}

/** Signs in, or takes the first step of an account with a second factor. */
export function useLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof login>) => call(login, { body }),
    onSuccess: reply => {
      if (!('next' in reply)) startSession(queryClient, reply);
    },
    meta: { signsIn: true },
  });
}
