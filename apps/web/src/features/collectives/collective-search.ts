import { SEARCH_MAX } from '@minga/contract/search-values';
import { urlText } from '../../lib/url-text.ts';

/** The search parameters of /colectivos. The key is always set: the router keeps the URL's value of a missing key. */
export const collectiveSearch = ({ q }: Record<string, unknown>): { q?: string | undefined } => ({
  q: urlText(q, SEARCH_MAX),
});
