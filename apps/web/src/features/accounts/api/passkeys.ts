import { listPasskeys } from '@minga/contract/passkeys';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';

/** The user's passkeys, the newest first. Never refetched by itself, since the server may ask for a proof of identity. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => callList(listPasskeys, { signal }),
  select: ({ rows }) => rows,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchInterval: false,
});
