import { enterSecondFactor } from '@minga/contract/second-factor';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { startSession } from './session.ts';

/** The second step of a sign-in. */
export function useEnterSecondFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(enterSecondFactor, { body: { code } }),
    onSuccess: user => startSession(queryClient, user),
    meta: { signsIn: true },
  });
}
