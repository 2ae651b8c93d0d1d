import { getCollective } from '@minga/contract/collectives';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { collectivesKey } from '../../../lib/collectives-key.ts';

/** Errors stay fresh as long as responses do by default. */
const ERROR_FRESH_MS = 15_000;

/** One collective. Rejects with an ApiError: 404 if it is unknown, or not public and the user is no member. */
export const oneCollective = (slug: string) =>
  queryOptions({
    queryKey: [...collectivesKey, 'one', slug],
    queryFn: ({ signal }) => call(getCollective, { params: { slug }, signal }),
    meta: { isPersisted: true },
    // A "not found" page rendered by the server is shown without a second request.
    retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > ERROR_FRESH_MS,
  });

export const isUnknownCollective = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
