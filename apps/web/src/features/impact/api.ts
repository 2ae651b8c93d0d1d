import { getImpact } from '@minga/contract/impact';
import { query } from '../../lib/queries.ts';
import { retryOnMount } from '../../lib/unknown-row.ts';

/** The impact of the site, or of the collective with this slug. Rejects with an ApiError: 404 if it is unknown. */
export const impactQuery = (colectivo: string | undefined) => ({
  ...query(getImpact, { query: colectivo === undefined ? {} : { colectivo } }),
  retryOnMount,
});
