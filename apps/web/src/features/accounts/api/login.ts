import { login } from '@minga/contract/accounts';
import type { BodyInput } from '@minga/contract/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { startSession } from './session.ts';

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
