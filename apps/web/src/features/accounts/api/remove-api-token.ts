import { removeApiToken } from '@minga/contract/api-tokens';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { ignoreNotFound } from '../../../lib/ignore-not-found.ts';
import { apiTokensQuery } from './api-tokens.ts';

/** A 404 counts as success: the token was removed already. */
export function useRemoveApiToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => ignoreNotFound(call(removeApiToken, { params: { id } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiTokensQuery.queryKey }),
  });
}
