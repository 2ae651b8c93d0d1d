import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../lib/server/api.ts';
import { collectivesKey } from '../../lib/server/collectives-key.ts';

/** Covers the collectives of almost every member in one request. */
const LIMIT = 100;

/**
 * The collectives of which the user is a member, also those that are not public. The contract's part loads with the first request:
 * /tasks makes one only for activities of others (budget.ts).
 */
export const ownCollectives = queryOptions({
  queryKey: [...collectivesKey, 'own'],
  queryFn: async ({ signal }) => {
    const { listCollectives } = await import('@minga/contract/collectives');
    return (await callList(listCollectives, { query: { mias: 'true', limit: LIMIT }, signal })).rows;
  },
  meta: { isPersisted: true },
});
