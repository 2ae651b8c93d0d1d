import { listApiTokens } from '@minga/contract/api-tokens';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';

/** The user's API tokens, the newest first. May ask for a proof of identity. */
export const apiTokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: async ({ signal }) => (await callList(listApiTokens, { query: {}, signal })).rows,
});
