import { listWebhooks } from '@minga/contract/webhooks';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';

/** A collective's webhooks, the newest first. */
export const webhooksQuery = (slug: string) =>
  queryOptions({
    queryKey: ['webhooks', slug],
    queryFn: async ({ signal }) =>
      (await callList(listWebhooks, { params: { slug }, query: {}, signal })).rows,
  });
