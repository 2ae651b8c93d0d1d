import { removeWebhook } from '@minga/contract/webhooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { ignoreNotFound } from '../../../lib/ignore-not-found.ts';
import { webhooksQuery } from './webhooks.ts';

/** A 404 counts as success: the webhook was removed already. */
export function useRemoveWebhook(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => ignoreNotFound(call(removeWebhook, { params: { slug, id } })),
    // Its deliveries begin with the same key: they are not read again.
    onSuccess: (_, removedId) =>
      queryClient.setQueryData(webhooksQuery(slug).queryKey, rows =>
        rows?.filter(({ _id }) => _id !== removedId),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksQuery(slug).queryKey, exact: true }),
  });
}
