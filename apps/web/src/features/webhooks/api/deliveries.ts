import { listDeliveries } from '@minga/contract/webhooks';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';

/** So many are shown. */
const LIMIT = '20';
/** While a delivery is due soon, its outcome is looked up this often. */
const REFETCH_MS = 5_000;
const SOON_MS = 2 * 60_000;

/** A webhook's deliveries, the newest first. */
export const deliveriesQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['webhooks', slug, id, 'deliveries'],
    queryFn: async ({ signal }) =>
      (await callList(listDeliveries, { params: { slug, id }, query: { limit: LIMIT }, signal })).rows,
    refetchInterval: ({ state }) => {
      const isDueSoon = state.data?.some(
        ({ nextAttemptAt }) => nextAttemptAt !== null && Date.parse(nextAttemptAt) - Date.now() < SOON_MS,
      );
      return isDueSoon === true && REFETCH_MS;
    },
  });
