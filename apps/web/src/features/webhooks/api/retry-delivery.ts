import { retryDelivery } from '@minga/contract/webhooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { deliveriesQuery } from './deliveries.ts';

export function useRetryDelivery(slug: string, id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: string) => call(retryDelivery, { params: { slug, id, deliveryId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deliveriesQuery(slug, id).queryKey }),
  });
}
