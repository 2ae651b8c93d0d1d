import { createWebhook, type NewWebhook } from '@minga/contract/webhooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { webhooksQuery } from './webhooks.ts';

export function useCreateWebhook(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewWebhook) => call(createWebhook, { params: { slug }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: webhooksQuery(slug).queryKey }),
  });
}
