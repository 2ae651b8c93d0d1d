import { createApiToken, type NewApiToken } from '@minga/contract/api-tokens';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { apiTokensQuery } from './api-tokens.ts';

export function useCreateApiToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewApiToken) => call(createApiToken, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiTokensQuery.queryKey }),
  });
}
