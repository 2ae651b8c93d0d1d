import { getImpact } from '@minga/contract/impact';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { retryOnMount } from '../../../lib/unknown-row.ts';

/** Fetches the impact of the site, or of the collective with this slug. Rejects with an ApiError: 404 if it is unknown. */
export const impactQuery = (colectivo: string | undefined) =>
  queryOptions({
    queryKey: ['impact', colectivo ?? null],
    queryFn: ({ signal }) => call(getImpact, { query: colectivo === undefined ? {} : { colectivo }, signal }),
    retryOnMount,
  });
