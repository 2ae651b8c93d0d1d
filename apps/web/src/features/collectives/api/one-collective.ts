import { getCollective } from '@minga/contract/collectives';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { collectivesKey } from '../../../lib/collectives-key.ts';
import { retryOnMount } from '../../../lib/unknown-row.ts';

/** One collective. Rejects with an ApiError: 404 if it is unknown, or not public and the user is no member. */
export const oneCollective = (slug: string) =>
  queryOptions({
    queryKey: [...collectivesKey, 'one', slug],
    queryFn: ({ signal }) => call(getCollective, { params: { slug }, signal }),
    meta: { isPersisted: true },
    retryOnMount,
  });
