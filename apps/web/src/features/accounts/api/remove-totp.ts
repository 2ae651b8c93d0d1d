import { removeTotp } from '@minga/contract/totp';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { secondFactorQuery } from './second-factor.ts';

export function useRemoveTotp() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(removeTotp),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
  });
}
