import { pingWebhook } from '@minga/contract/webhooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { deliveriesQuery } from './deliveries.ts';

export function usePingWebhook(slug: string, id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(pingWebhook, { params: { slug, id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deliveriesQuery(slug, id).queryKey }),
  });
}
