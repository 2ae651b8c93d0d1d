import { getImpact } from '@minga/contract/impact';
import { retryOnMount } from '../../lib/errors/unknown-row.ts';
import { query } from '../../lib/server/queries.ts';

/** The impact of the site, or of the collective with this slug. Rejects with an ApiError: 404 if it is unknown. */
export const impactQuery = (colectivo: string | undefined) => ({
  ...query(getImpact, { query: colectivo === undefined ? {} : { colectivo } }),
  retryOnMount,
});
