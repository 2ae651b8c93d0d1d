import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  type NewWebhook,
  pingWebhook,
  removeWebhook,
  retryDelivery,
} from '@minga/contract/webhooks';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ignoreNotFound } from '../../lib/errors/ignore-not-found.ts';
import { call } from '../../lib/server/api.ts';
import { query, useAction } from '../../lib/server/queries.ts';

/** A collective's webhooks, the newest first. */
export const webhooksQuery = (slug: string) => query(listWebhooks, { params: { slug }, query: {} });

export const useCreateWebhook = (slug: string) =>
  useAction((body: NewWebhook) => call(createWebhook, { params: { slug }, body }), {
    refreshes: [webhooksQuery(slug).queryKey],
    isAwaited: true,
  });

/** Removes a webhook. A 404 counts as success: it was removed already. */
export function useRemoveWebhook(slug: string) {
  const queryClient = useQueryClient();
  const { queryKey } = webhooksQuery(slug);
  return useMutation({
    mutationFn: (id: string) => ignoreNotFound(call(removeWebhook, { params: { slug, id } })),
    onSuccess: (_, removedId) =>
      queryClient.setQueryData(queryKey, rows => rows?.filter(({ _id }) => _id !== removedId)),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

/** So many are shown. */
const LIMIT = '20';
/** While a delivery is due soon, its outcome is looked up this often. */
const REFETCH_MS = 5_000;
const SOON_MS = 2 * 60_000;

/** A webhook's deliveries, the newest first. */
export const deliveriesQuery = (slug: string, id: string) =>
  queryOptions({
    ...query(listDeliveries, { params: { slug, id }, query: { limit: LIMIT } }),
    refetchInterval: ({ state }) => {
      const isDueSoon = state.data?.some(
        ({ nextAttemptAt }) => nextAttemptAt !== null && Date.parse(nextAttemptAt) - Date.now() < SOON_MS,
      );
      return isDueSoon === true && REFETCH_MS;
    },
  });

export const usePingWebhook = (slug: string, id: string) =>
  useAction(() => call(pingWebhook, { params: { slug, id } }), {
    refreshes: [deliveriesQuery(slug, id).queryKey],
    isAwaited: true,
  });

export const useRetryDelivery = (slug: string, id: string) =>
  useAction((deliveryId: string) => call(retryDelivery, { params: { slug, id, deliveryId } }), {
    refreshes: [deliveriesQuery(slug, id).queryKey],
    isAwaited: true,
  });
