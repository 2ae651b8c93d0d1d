import { removeApiToken } from '@minga/contract/api-tokens';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { apiTokensQuery } from './api-tokens.ts';

/** A 404 counts as success: the token was removed already. */
export function useRemoveApiToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call(removeApiToken, { params: { id } }).catch(error => {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiTokensQuery.queryKey }),
  });
}
