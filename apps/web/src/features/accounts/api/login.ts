import { login } from '@minga/contract/accounts';
import type { BodyInput } from '@minga/contract/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { startSession } from './session.ts';

export function useLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof login>) => call(login, { body }),
    onSuccess: user => startSession(queryClient, user),
    meta: { signsIn: true },
  });
}
