import { getImpact } from '@minga/contract/impact';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';

/** Errors stay fresh as long as responses do by default. */
const ERROR_FRESH_MS = 15_000;

/** Fetches the impact of the site, or of the collective with this slug. Rejects with an ApiError: 404 if it is unknown. */
export const impactQuery = (colectivo: string | undefined) =>
  queryOptions({
    queryKey: ['impact', colectivo ?? null],
    queryFn: ({ signal }) => call(getImpact, { query: colectivo === undefined ? {} : { colectivo }, signal }),
    // A "not found" page rendered by the server is shown without a second request.
    retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > ERROR_FRESH_MS,
  });

export const isUnknownCollective = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
