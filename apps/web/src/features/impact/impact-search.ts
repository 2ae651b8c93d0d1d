import { SLUG_MAX } from '@minga/contract/search-values';
import { urlText } from '../../lib/url-text.ts';

/** The search parameters of /impacto. The key is always set: the router keeps the URL's value of a missing key. */
export const impactSearch = ({ colectivo }: Record<string, unknown>): { colectivo?: string | undefined } => ({
  colectivo: urlText(colectivo, SLUG_MAX),
});
